import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Item, ItemProblem, Outcome, Profile, Tool, ToolRequest } from './tool.ts';

const MOST_REQUESTS = 1000;
const MOST_ITEMS = 5000;
const MOST_KEYS = 500_000;
const MOST_PROFILES = 20_000;
const MOST_BODY_CHARACTERS = 16_000;
const DAY_MS = 86_400_000;

export interface ReceivedRequest {
  at: string;
  method: string;
  url: string;
  endpoint: string;
  headers: IncomingHttpHeaders;
  /** Its beginning, where it is long. */
  body: string;
  body_bytes: number;
  /** null where the connection ended without an answer. */
  status: number | null;
  /** The answer, its beginning where it is long. */
  answer: string;
  /** The kind of fault that decided it; null where none did. */
  fault: string | null;
  taken: number;
  repeats: number;
  refused: ItemProblem[];
  dropped: ItemProblem[];
  warnings: string[];
}

export interface ReceivedItem extends Omit<Item, 'key' | 'recognisedDays'> {
  at: string;
  /** How often it was taken. */
  times: number;
}

export interface ReceivedCounts {
  requests: number;
  /** Those that were not answered by 2xx. */
  failed_requests: number;
  /** What the tool counts now: without repeats where it recognises them. */
  taken: number;
  /** Items that were taken again. */
  repeats: number;
  refused: number;
  /** Items that the tool let go without saying so. */
  dropped: number;
  profiles: number;
}

export interface RequestEnd {
  at: Date;
  endpoint: string;
  status: number | null;
  fault: string | null;
  outcome: Outcome | null;
}

const NO_COUNTS: ReceivedCounts = {
  requests: 0,
  failed_requests: 0,
  taken: 0,
  repeats: 0,
  refused: 0,
  dropped: 0,
  profiles: 0,
};

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64').slice(0, 24);

function beginningOf(text: string): string {
  return text.length > MOST_BODY_CHARACTERS ? `${text.slice(0, MOST_BODY_CHARACTERS)}…` : text;
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
}

function keepLast<T>(list: T[], item: T, most: number): void {
  list.push(item);
  if (list.length > most) list.splice(0, list.length - most);
}

/** Deletes the oldest, as a Map keeps the order in which keys came. */
function keepNewest(map: Map<string, unknown>, most: number): void {
  const oldest = map.keys().next();
  if (map.size > most && !oldest.done) map.delete(oldest.value);
}

function requestOf(request: ToolRequest, end: RequestEnd, repeats: number): ReceivedRequest {
  const { items: taken = [], refused = [], dropped = [], warnings = [] } = end.outcome ?? {};
  const query = request.query.toString();
  return {
    at: end.at.toISOString(),
    method: request.method,
    endpoint: end.endpoint,
    headers: request.headers,
    url: `https://${request.host}${request.path}${query && `?${query}`}`,
    body: beginningOf(request.body.toString('utf8')),
    body_bytes: request.body.length,
    status: end.status,
    fault: end.fault,
    answer: beginningOf(textOf(end.outcome?.answer.body)),
    taken: taken.length,
    repeats,
    refused,
    dropped,
    warnings,
  };
}

/** What a receiver has taken, within limits: all counts and keys, the last items and requests. */
export function createReceived({ recognisesRepeats }: Pick<Tool, 'recognisesRepeats'>) {
  const requests: ReceivedRequest[] = [];
  const items: ReceivedItem[] = [];
  const keys = new Map<string, { item: ReceivedItem; firstAt: number }>();
  const profiles = new Map<string, Profile['set']>();
  const counts: ReceivedCounts = { ...NO_COUNTS };
  const forgetDays = typeof recognisesRepeats === 'number' ? recognisesRepeats : Number.POSITIVE_INFINITY;

  /** Whether the item is one that was taken before. */
  const add = ({ key, recognisedDays = forgetDays, ...item }: Item, at: Date): boolean => {
    const hash = hashOf(key);
    const known = keys.get(hash);
    const isRepeat = known !== undefined && at.getTime() - known.firstAt < recognisedDays * DAY_MS;
    if (isRepeat) {
      known.item.times += 1;
      counts.repeats += 1;
      if (recognisesRepeats === false) counts.taken += 1;
      return true;
    }
    const received = { ...item, at: at.toISOString(), times: 1 };
    keys.set(hash, { item: received, firstAt: at.getTime() });
    keepNewest(keys, MOST_KEYS);
    keepLast(items, received, MOST_ITEMS);
    counts.taken += 1;
    return false;
  };
  const addProfile = ({ id, set }: Profile) => {
    profiles.set(id, { ...profiles.get(id), ...set });
    keepNewest(profiles, MOST_PROFILES);
    counts.profiles = profiles.size;
  };

  return {
    add(request: ToolRequest, end: RequestEnd) {
      const { at, status, outcome } = end;
      const { items: taken = [], refused = [], dropped = [] } = outcome ?? {};
      const repeats = taken.filter((item) => add(item, at)).length;
      for (const profile of outcome?.profiles ?? []) addProfile(profile);
      counts.requests += 1;
      if (status === null || status >= 300) counts.failed_requests += 1;
      counts.refused += refused.length;
      counts.dropped += dropped.length;
      keepLast(requests, requestOf(request, end, repeats), MOST_REQUESTS);
    },
    counts: (): ReceivedCounts => ({ ...counts }),
    /** In the order in which they came. */
    requests: () => [...requests],
    items: () => [...items],
    /** Every item by the id that its sender gave it, with how often it was taken. */
    ids: () => [...keys.values()].map(({ item: { id, name, times } }) => ({ id, name, times })),
    profiles: () => Object.fromEntries(profiles),
    clear() {
      for (const list of [requests, items]) list.length = 0;
      keys.clear();
      profiles.clear();
      Object.assign(counts, NO_COUNTS);
    },
  };
}
export type Received = ReturnType<typeof createReceived>;
