import type { Reply } from '../ports.ts';
import type { Properties, Verdict } from '../wire.ts';

/** What can happen to a request. `lost` and `late-500` are stored, but the client does not learn of it. */
export const FAULTS = [
  'refused',
  'lost',
  'late-500',
  'silent',
  '429',
  '503',
  '500',
  '413',
  'login-page',
] as const;
export type Fault = (typeof FAULTS)[number];

interface Sent {
  items: { call: string; body: Properties }[];
}

function parse(text: string): Sent | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The server by the rules of the wire: one row per call kind, name and event_id, and a verdict per item. */
export function createFakeServer() {
  const rows = new Map<string, Properties>();
  const texts: string[] = [];

  const store = ({ items }: Sent): Verdict[] =>
    items.map(({ call, body }) => {
      if (body.event_name === 'bad') return { ok: false, field: 'event_name', reason: 'is not allowed' };
      const key = [call, body.event_name, body.event_id].join();
      if (!rows.has(key)) rows.set(key, body);
      return { ok: true, data: call === 'init' ? { attribution_source: 'ORGANIC' } : undefined };
    });
  const answer = (sent: Sent): Reply => {
    const results = store(sent);
    return { status: 200, body: { msg: 'ok', status: 200, data: { accepted: results.length, results } } };
  };

  /** Null: there will be no answer. */
  function take(text: string, fault?: Fault): Reply | null {
    texts.push(text);
    const sent = parse(text);
    if (!sent?.items.every(({ body }) => body)) return { status: 400, body: { msg: 'is not a batch' } };
    switch (fault) {
      case 'refused':
        return { status: 0 };
      case 'lost':
        answer(sent);
        return { status: 0 };
      case 'late-500':
        answer(sent);
        return { status: 500 };
      case 'silent':
        return null;
      case '429':
      case '503':
        return { status: Number(fault), retryAfter: 5 };
      case '500':
        return { status: 500, body: { msg: 'failed' } };
      case '413':
        return sent.items.length > 1 ? { status: 413 } : answer(sent);
      case 'login-page':
        return { status: 200, body: null };
      default:
        return answer(sent);
    }
  }
  return { rows, texts, take };
}
