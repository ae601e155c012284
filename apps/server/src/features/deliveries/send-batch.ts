import { deliverItems } from '@trailmark/core/destinations/deliver-items';
import type { NetworkClaim, PlannedRequest, Verdict } from '@trailmark/core/destinations/destination';
import { withoutSecretHeaders } from '../../connections/black-out.ts';
import { mapEvent, type OpenDestination } from '../../connections/destination-of.ts';
import type { DueDelivery } from '../../connections/read-sources.ts';
import type { SendRequest } from '../../connections/send-request.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Breaker, SharedBreaker } from './breaker.ts';
import { addRequest, type PackedRecord } from './pack-record.ts';
import type { Slots } from './slots.ts';

/** Within this time requests of a batch are begun; what is left is for the next. */
const BATCH_MS = 20_000;
const ANSWER_CHARACTERS = 1024;

/** A worker that stops begins nothing new, waits a little for answers, and then waits no longer. */
export interface Stop {
  soon: AbortSignal;
  now: AbortSignal;
}

export type Outcome = Verdict | { skipped: string };

export interface SentBatch {
  /** One for each delivery. */
  outcomes: Outcome[];
  /** The index of each delivery in the record; null: it was not sent. */
  indexes: (number | null)[];
  record: PackedRecord;
  breaker: Breaker;
  /** What the network claims, for each delivery; null: nothing. */
  claims: (NetworkClaim | null)[];
}

const GONE = 'The event is not stored any more.';

interface Way {
  open: OpenDestination;
  send: SendRequest;
  clock: Clock;
  stop: Stop;
  breaker: SharedBreaker;
  /** For the requests of this batch and of others to the same receiver. */
  slots: Slots;
  onLastBegun(): void;
}

/** Maps, sends and judges deliveries of one connection. */
export async function sendBatch(
  { open, send, clock, stop, breaker, slots, onLastBegun }: Way,
  due: readonly DueDelivery[],
): Promise<SentBatch> {
  const now = clock.now();
  const mapped = due.map(({ event }) => (event ? mapEvent(open, event, now) : { skip: GONE }));
  const items = mapped.flatMap((one) => ('send' in one ? [one.send] : []));
  const indexOf = new Map(items.map((item, index) => [item, index]));
  const deadline = performance.now() + BATCH_MS;
  const record: PackedRecord = { first: null, requests: [], items };

  const attempt = async (planned: PlannedRequest<object>) => {
    const { blockedUntil, reason } = breaker.current();
    if (blockedUntil && blockedUntil > now) return { untried: reason ?? 'failing' };
    if (stop.soon.aborted) return { untried: 'Trailmark was stopped.' };
    if (performance.now() > deadline) return { untried: 'The receiver answers slowly.' };
    const begun = performance.now();
    const response = await send(planned.request, stop.now);
    // That we stopped waiting says nothing about the receiver.
    if (!stop.now.aborted) breaker.take(response, clock.now());
    const { method, url, headers } = planned.request;
    addRequest(record, {
      endpoint: planned.endpoint,
      method,
      url,
      headers: withoutSecretHeaders(headers),
      status: 'failed' in response ? null : response.status,
      answer: ('failed' in response ? response.failed : response.body).slice(0, ANSWER_CHARACTERS),
      durationMs: Math.round(performance.now() - begun),
      items: planned.items.map((item) => indexOf.get(item) ?? -1),
    });
    return response;
  };
  const sendPlanned = async (planned: PlannedRequest<object>) => {
    const slot = slots.take();
    if (slot) await slot;
    try {
      return await attempt(planned);
    } finally {
      slots.give();
    }
  };
  const claims = new Map<object, NetworkClaim>();
  const verdicts = await deliverItems(open.destination, items, {
    config: open.config,
    now: () => clock.now(),
    send: sendPlanned,
    onLastBegun,
    onClaim: (item, claim) => void claims.set(item, claim),
  });
  const indexes = mapped.map((one) => ('send' in one ? (indexOf.get(one.send) ?? null) : null));
  return {
    outcomes: mapped.map((one, n) => {
      if ('skip' in one) return { skipped: one.skip };
      return verdicts[indexes[n] ?? -1] ?? { untried: 'It was not sent.' };
    }),
    indexes,
    record,
    breaker: breaker.current(),
    claims: mapped.map((one) => ('send' in one ? (claims.get(one.send) ?? null) : null)),
  };
}
