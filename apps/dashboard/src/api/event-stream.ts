import { address, CallError, type Input } from '@trailmark/contract/call';
import type { Route } from '@trailmark/contract/route';
import type { z } from 'zod';
import { browserStorage } from './browser-storage.ts';
import { eventReader } from './event-reader.ts';
import { storedToken } from './stored-token.ts';

export type StreamState = 'connecting' | 'connected' | 'waiting';

interface Listener<Item> {
  /** Called once for all that came together. */
  onItems: (items: Item[]) => void;
  onState: (state: StreamState) => void;
  /** The server refuses: it is not tried again. */
  onRefused: (error: CallError) => void;
  signal: AbortSignal;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** The server sends something every 15 seconds; when it has been silent for so long, the line is dead. */
const SILENCE_MS = 45_000;

/** How long to wait before the next attempt; a little by chance, so that not all come at once. */
export function waitMs(failures: number, chance: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.75 + chance / 2);
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      done();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
  });
}

async function refusalOf(response: Response): Promise<CallError> {
  const json = (await response.json().catch(() => null)) as { msg?: string; error?: { code?: never } } | null;
  const message = json?.msg ?? `The server answered ${response.status} without a reason.`;
  return new CallError(message, response.status, json?.error?.code ?? null);
}

/** Reads one connection to its end; false: the server does not want it. */
async function readOnce<Item>(url: string, listener: Listener<Item>): Promise<boolean> {
  const line = new AbortController();
  const end = () => line.abort();
  listener.signal.addEventListener('abort', end);
  let watch = setTimeout(end, SILENCE_MS);
  try {
    const token = storedToken(browserStorage);
    const headers = { accept: 'text/event-stream', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const response = await fetch(url, { headers, credentials: 'same-origin', signal: line.signal });
    if (!response.ok || !response.body) {
      const refusal = await refusalOf(response);
      if (response.status >= 500) throw refusal;
      listener.onRefused(refusal);
      return false;
    }
    listener.onState('connected');
    const read = eventReader();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(watch);
      watch = setTimeout(end, SILENCE_MS);
      const items = read(chunk.value).filter(({ event }) => event === 'item');
      if (items.length > 0) listener.onItems(items.map(({ data }) => JSON.parse(data) as Item));
    }
    return true;
  } finally {
    clearTimeout(watch);
    listener.signal.removeEventListener('abort', end);
  }
}

/**
 * Follows a stream of the API until the signal, and connects again when it breaks off. By fetch: an EventSource
 * cannot send the session's token.
 */
export async function followEvents<R extends Route>(
  route: R,
  input: Input<R>,
  listener: Listener<z.output<R['response']>>,
): Promise<void> {
  const url = `/api${address(route, input)}`;
  const { signal, onState } = listener;
  let failures = 0;
  onState('connecting');
  while (!signal.aborted) {
    let wasConnected = false;
    const heard = {
      ...listener,
      onState: (state: StreamState) => {
        wasConnected = state === 'connected';
        onState(state);
      },
    };
    const goOn = await readOnce(url, heard).catch(() => true);
    if (!goOn || signal.aborted) return;
    failures = wasConnected ? 0 : failures + 1;
    onState('waiting');
    await rest(waitMs(failures, Math.random()), signal);
  }
}
