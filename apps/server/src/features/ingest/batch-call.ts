import { BatchItem, type BatchVerdict, batch } from '@trailmark/contract/client';
import { BATCH_CALLS } from '@trailmark/contract/client-bodies';
import { validate } from '../../http/mount.ts';
import type { Group, Item } from '../../pipeline/group.ts';
import { inTurns } from '../../pipeline/in-turns.ts';
import { AppError } from '../../platform/app-error.ts';
import { conversionAnswer, initAnswer } from './answers.ts';
import type { ClientCall } from './client-call.ts';
import type { ClientDoor } from './door.ts';
import { keyByPositionInBatch } from './item-identity.ts';
import { isBag } from './plain-event.ts';
import { readCall } from './read-call.ts';
import type { Arrival } from './read-item.ts';
import { withClick } from './with-click.ts';

type BatchBody = { items: unknown[]; sent_at?: string | null };
type BatchCallBody = { call: Parameters<typeof readCall>[0]; body: Record<string, unknown> };
type Refusal = Extract<BatchVerdict, { ok: false }>;

const NOT_STORABLE: Refusal = { ok: false, field: 'body', reason: 'cannot be stored' };

/** What is wrong with an item; what is not about the item is thrown on. */
function refusalOf(error: unknown): Refusal {
  const [field, reason] = Object.entries((error instanceof AppError && error.fields) || {})[0] ?? [];
  if (!field || !reason) throw error;
  return { ok: false, field, reason };
}

/** For what is as it should be the schema says the same, and takes a good part of what an event costs. */
const isCall = (given: unknown): given is BatchCallBody =>
  isBag(given) &&
  typeof given.call === 'string' &&
  Object.hasOwn(BATCH_CALLS, given.call) &&
  isBag(given.body);

function readBatchItem(arrival: Arrival, given: unknown, sentAt: BatchBody['sent_at']): Item | Refusal {
  try {
    const { call, body } = isCall(given) ? given : (validate(BatchItem, given, 'item') as BatchCallBody);
    body.sent_at ??= sentAt;
    return readCall(call, arrival, body);
  } catch (error) {
    return refusalOf(error);
  }
}

/** Beside opens: what an app may have to register a value after. */
const CONVERTING: ReadonlySet<Item['call']> = new Set(['signup', 'event', 'payment']);

const isItem = (read: Item | Refusal): read is Item => !('ok' in read);

async function verdictOf(door: ClientDoor, item: Item, group: Group | undefined): Promise<BatchVerdict> {
  if (!group) return NOT_STORABLE;
  const refused = group.refused.get(item);
  if (refused) return refusalOf(refused);
  if (item.call === 'open') return { ok: true, data: await initAnswer(door.names, group, item) };
  const isConverting = group.conversionValues?.has(item.installId) && CONVERTING.has(item.call);
  return isConverting ? { ok: true, data: conversionAnswer(group, item) } : { ok: true };
}

/** What is valid is stored together; what is not is refused by itself, so that it never blocks a client's queue. */
export const batchCall: ClientCall = {
  route: batch,
  async answer(door, arrival, body) {
    const { items, sent_at } = validate(batch.body, { token: 'checked', ...body }, 'body') as BatchBody;
    const reads: (Item | Refusal)[] = [];
    await inTurns(items, (one) => {
      reads.push(readBatchItem(arrival, one, sent_at));
    });
    const unit = reads.filter(isItem);
    // Equal batches have the same items refused: each of the others has the same position in them.
    keyByPositionInBatch(unit);
    await Promise.all(unit.map((item) => withClick(door, item)));
    const groups = await door.ingest.addEach(unit, arrival.delivery);
    const results = await Promise.all(
      reads.map((read) => (isItem(read) ? verdictOf(door, read, groups.get(read)) : read)),
    );
    return { accepted: results.filter(({ ok }) => ok).length, results };
  },
};
