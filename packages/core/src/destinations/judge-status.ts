import type { Judgement, OutboundResponse, Verdict } from './destination.ts';

const RETRIED = [408, 425, 429];

/** Nobody puts us off for longer than that. */
const LONGEST_SECONDS = 86_400;

/** The seconds of a Retry-After header: a number of them, or a time. */
export function retryAfterSeconds({ headers }: OutboundResponse, now: Date): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text.trim())) return Math.min(Number(text), LONGEST_SECONDS);
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  return Math.min(LONGEST_SECONDS, Math.max(0, Math.ceil((at - now.getTime()) / 1000)));
}

/** The first words of an answer, for a person to read. */
export function wordsOf({ body }: Pick<OutboundResponse, 'body'>): string {
  const text = body.replace(/\s+/g, ' ').trim();
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function said(response: OutboundResponse): string {
  const words = wordsOf(response);
  return words === '' ? `answered ${response.status}` : `answered ${response.status}: ${words}`;
}

/** The same again, when the answer says so or else by the schedule. */
export function retryLater(response: OutboundResponse, now: Date): Verdict {
  const afterSeconds = retryAfterSeconds(response, now);
  return { retry: said(response), ...(afterSeconds === undefined ? {} : { afterSeconds }) };
}

/** What a status says where a destination has no words of its own for it. */
export function judgeStatus(response: OutboundResponse, now: Date): Verdict {
  const { status } = response;
  if (isSuccess(response)) return 'delivered';
  if (status === 401 || status === 403) return { reconnect: said(response) };
  // Redirects are not followed: a proxy that asks for a login is one.
  const isRefusal = status >= 400 && status < 500 && !RETRIED.includes(status);
  if (isRefusal) return { rejected: said(response) };
  return retryLater(response, now);
}

export const isSuccess = ({ status }: OutboundResponse): boolean => status >= 200 && status < 300;

/**
 * A success that does not say what the tool documents: a proxy or the page of a login has answered, and nothing shows
 * that the tool has taken anything.
 */
export const foreignAnswer = ({ status }: OutboundResponse, tool: string): Verdict => ({
  retry: `answered ${status} with something that is not an answer of ${tool}`,
});

/** The same verdict for every item. */
export const forAll = (items: readonly unknown[], verdict: Verdict): Judgement => ({
  verdicts: items.map(() => verdict),
});

/** A request that was refused as a whole: its halves are tried, until the one item that is at fault is by itself. */
export const refusedWhole = (items: readonly unknown[], reason: string): Judgement =>
  items.length > 1 ? { split: reason } : forAll(items, { rejected: reason });
