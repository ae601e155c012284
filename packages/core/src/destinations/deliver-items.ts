import type {
  Destination,
  Judgement,
  OutboundRequest,
  OutboundResponse,
  PlannedRequest,
  Verdict,
} from './destination.ts';
import { forAll, refusedWhole } from './judge-status.ts';

/** No answer: the server was not reached, or did not answer in time. */
export interface NoResponse {
  failed: string;
}

export type Send = (request: OutboundRequest) => Promise<OutboundResponse | NoResponse>;

/** How bad a verdict is: an item that is in several requests has the worst of theirs. */
function severity(verdict: Verdict): number {
  if (verdict === 'delivered') return 0;
  if ('retry' in verdict) return 1;
  return 'rejected' in verdict ? 2 : 3;
}

/** Items in groups that fit into a request; one that is too large by itself is in a group of its own. */
export function inBatches<Item>(
  items: readonly Item[],
  { maxItems, maxBytes }: { maxItems: number; maxBytes: number },
): Item[][] {
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

interface Sending<Config> {
  config: Config;
  now: Date;
  send: Send;
}

/** Sends items to a destination, in as few requests as it allows, and finds a verdict for each. */
export async function deliverItems<Config, Item extends object>(
  destination: Destination<Config, Item>,
  items: readonly Item[],
  { config, now, send }: Sending<Config>,
): Promise<Verdict[]> {
  const verdicts = new Map<Item, Verdict>(items.map((item) => [item, 'delivered']));
  const take = (planned: PlannedRequest<Item>, judged: Verdict[]) => {
    for (const [n, item] of planned.items.entries()) {
      const [before, after] = [verdicts.get(item) ?? 'delivered', judged[n] ?? 'delivered'];
      if (severity(after) > severity(before)) verdicts.set(item, after);
    }
  };
  const deliver = async (planned: PlannedRequest<Item>): Promise<void> => {
    const response = await send(planned.request);
    const judgement = judgeResponse(destination, planned, { response, now });
    if ('verdicts' in judgement) return take(planned, judgement.verdicts);
    const middle = Math.ceil(planned.items.length / 2);
    for (const half of [planned.items.slice(0, middle), planned.items.slice(middle)]) {
      const again = destination.requests(half, config, now);
      for (const one of again) if (one.endpoint === planned.endpoint) await deliver(one);
    }
  };
  for (const batch of inBatches(items, destination.limits)) {
    for (const planned of destination.requests(batch, config, now)) await deliver(planned);
  }
  return items.map((item) => verdicts.get(item) ?? 'delivered');
}

function judgeResponse<Config, Item>(
  destination: Destination<Config, Item>,
  planned: PlannedRequest<Item>,
  { response, now }: { response: OutboundResponse | NoResponse; now: Date },
): Judgement {
  if ('failed' in response) return forAll(planned.items, { retry: response.failed });
  const judgement = destination.judge(response, planned, now);
  // One item cannot be halved: it is what was refused.
  return 'split' in judgement ? refusedWhole(planned.items, judgement.split) : judgement;
}
