import type {
  Destination,
  Judgement,
  NetworkClaim,
  OutboundResponse,
  PlannedRequest,
  Verdict,
} from './destination.ts';
import { forAll, refusedWhole } from './judge-status.ts';

/** No answer: the server was not reached, or did not answer in time. */
export interface NoResponse {
  failed: string;
}
/** The request was not sent. */
export interface NotSent {
  untried: string;
}

export type Send<Item> = (planned: PlannedRequest<Item>) => Promise<OutboundResponse | NoResponse | NotSent>;

const SEVERITY = ['delivered', 'untried', 'retry', 'rejected', 'reconnect'];

/** How bad a verdict is: an item that is in several requests has the worst of theirs. */
function severity(verdict: Verdict): number {
  return SEVERITY.indexOf(verdict === 'delivered' ? verdict : (Object.keys(verdict)[0] ?? ''));
}

/** Items in groups that fit into a request; one that is too large by itself is in a group of its own. */
export function inBatches<Item>(
  items: readonly Item[],
  { maxItems, maxBytes }: { maxItems: number; maxBytes: number },
): Item[][] {
  if (maxItems === 1) return items.map((item) => [item]);
  const batches: Item[][] = [];
  let [batch, bytes] = [[] as Item[], 0];
  for (const item of items) {
    // A comma or bracket beside each.
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (batch.length > 0 && (batch.length === maxItems || bytes + size > maxBytes)) {
      batches.push(batch);
      [batch, bytes] = [[], 0];
    }
    batch.push(item);
    bytes += size;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}

interface Sending<Config, Item> {
  config: Config;
  /** When a request is made. */
  now(): Date;
  send: Send<Item>;
  /** Is called when no request is left to begin: others can begin theirs while the last answers come. */
  onLastBegun?(): void;
  /** Is given what the receiver claims in its answer. */
  onClaim?(item: Item, claim: NetworkClaim): void;
}

/** Requests are made so many at a time: one after the other they take half as long as between answers. */
const AT_A_TIME = 64;

/** Sends items to a destination, in as few requests as it allows, and finds a verdict for each. */
export async function deliverItems<Config, Item extends object>(
  destination: Destination<Config, Item>,
  items: readonly Item[],
  { config, now, send, onLastBegun, onClaim }: Sending<Config, Item>,
): Promise<Verdict[]> {
  const verdicts = new Map<Item, Verdict>(items.map((item) => [item, 'delivered']));
  const deliver = async (planned: PlannedRequest<Item>): Promise<void> => {
    const response = await send(planned);
    const judgement = judgeResponse(destination, planned, { response, now: now() });
    if ('split' in judgement) {
      const middle = Math.ceil(planned.items.length / 2);
      await redeliver(planned.items.slice(0, middle), planned.endpoint);
      return await redeliver(planned.items.slice(middle), planned.endpoint);
    }
    const again: Item[] = [];
    for (const [n, item] of planned.items.entries()) {
      const claim = judgement.claims?.[n];
      if (claim) onClaim?.(item, claim);
      const [before, after] = [verdicts.get(item) ?? 'delivered', judgement.verdicts[n] ?? 'delivered'];
      if (after === 'again') again.push(item);
      else if (severity(after) > severity(before)) verdicts.set(item, after);
    }
    await redeliver(again, planned.endpoint);
  };
  const redeliver = async (some: Item[], endpoint: string): Promise<void> => {
    if (some.length === 0) return;
    const requests = destination.requests(some, config, now());
    for (const one of requests) if (one.endpoint === endpoint) await deliver(one);
  };
  const batches = inBatches(items, destination.limits);
  const ready: PlannedRequest<Item>[][] = [];
  let next = 0;
  const prepare = () => {
    const end = Math.min(batches.length, next + AT_A_TIME);
    for (const at = now(); next < end; next += 1)
      ready.push(destination.requests(batches[next] ?? [], config, at));
  };
  const work = async () => {
    for (;;) {
      if (ready.length === 0) prepare();
      const requests = ready.shift();
      if (!requests) return;
      if (ready.length === 0 && next === batches.length) onLastBegun?.();
      for (const planned of requests) await deliver(planned);
    }
  };
  const { concurrency } = destination.limits;
  await Promise.all(Array.from({ length: Math.min(concurrency, batches.length) }, work));
  return items.map((item) => verdicts.get(item) ?? 'delivered');
}

function judgeResponse<Config, Item>(
  destination: Destination<Config, Item>,
  planned: PlannedRequest<Item>,
  { response, now }: { response: OutboundResponse | NoResponse | NotSent; now: Date },
): Judgement {
  const { items } = planned;
  if ('untried' in response) return forAll(items, response);
  if ('failed' in response) return forAll(items, { retry: response.failed });
  const judgement = destination.judge(response, planned, now);
  // One item cannot be halved: it is what was refused.
  if ('split' in judgement) return refusedWhole(items, judgement.split);
  // Without somebody to leave out, the same request would be made for ever.
  const isStuck = judgement.verdicts.every((verdict) => verdict === 'again');
  return isStuck ? forAll(items, { retry: 'refused without saying which event' }) : judgement;
}
