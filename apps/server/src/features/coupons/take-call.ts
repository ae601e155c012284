import { createHash } from 'node:crypto';
import type { CouponCall } from '@trailmark/contract/coupon-calls';
import { judgeCoupon } from '@trailmark/core/coupons/judge-coupon';
import { readSignedClick } from '@trailmark/core/links/signed-click';
import { advertisingId } from '@trailmark/core/referrers/ids';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { DAY_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import {
  type CouponEventRow,
  findEvent,
  type LockedCode,
  lockCode,
  OTHER_CONTENT,
  storeEvent,
} from './event-store.ts';

/** Networks send again for days what they could not deliver. */
const OLDEST_DAYS = 90;
const AHEAD_MS = 5 * MINUTE_MS;

interface NetworkKey {
  projectId: string;
  adNetworkId: string;
}

/** Equal calls have the same, whatever the order and the spelling of their fields. */
function hashOf(call: CouponCall): Buffer {
  const { user, ...fields } = call;
  const values = Object.entries({ ...fields, ...(user ?? {}) })
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(values)).digest();
}

function timeOf(call: CouponCall, now: Date): Date {
  const at = new Date(call.occurred_at);
  if (at > later(now, AHEAD_MS)) throw badField('occurred_at', 'is in the future');
  if (at < later(now, -OLDEST_DAYS * DAY_MS))
    throw badField('occurred_at', `is older than ${OLDEST_DAYS} days`);
  return at;
}

const bytesOf = (hex: string | null | undefined) => (hex ? Buffer.from(hex, 'hex') : null);

/** Our own click id, signed by us for this project; the network's is of no use to us. */
function clickOf({ secrets }: Kit, projectId: string, text: string | null | undefined): string | null {
  const click = text ? readSignedClick(text, [secrets.macKey('clicks')]) : null;
  return click?.projectId === projectId ? click.id : null;
}

/** Two calls with one id come one after the other, also when they are about different codes. */
const lockEvent = (tx: Tx, { adNetworkId }: NetworkKey, eventId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`coupon ${adNetworkId} ${eventId}`}, 0))`.execute(tx);

function checkCampaign({ campaign_refs: refs }: LockedCode, call: CouponCall): void {
  const ref = call.campaign_ref?.toLowerCase();
  if (ref !== undefined && !refs.includes(ref)) {
    throw badField('campaign_ref', 'is not the campaign of this code');
  }
}

/**
 * Stores what a network says about a code. The id of the event decides whether it is new: a repeat is answered as the
 * first was, and what was answered is on disk.
 */
export async function takeCall(
  { kit, db }: { kit: Kit; db: Db },
  key: NetworkKey,
  call: CouponCall,
): Promise<{ repeated: boolean }> {
  const { projectId, adNetworkId } = key;
  const now = kit.clock.now();
  const contentHash = hashOf(call);
  const eventKey = {
    project_id: projectId,
    ad_network_id: adNetworkId,
    source: 'network',
    event_id: call.event_id,
  };
  return await db.transaction().execute(async (tx) => {
    await lockEvent(tx, key, call.event_id);
    const known = await findEvent(tx, { ...eventKey, source: 'network' });
    if (known?.content_hash.equals(contentHash)) return { repeated: true };
    if (known) throw new AppError('conflict', OTHER_CONTENT);
    const occurredAt = timeOf(call, now);
    const orderId = call.order_id ?? null;
    const code = await lockCode(tx, { ...key, code: call.coupon_code, orderId });
    if (!code) throw new AppError('not_found', 'We couldn’t find this code.');
    checkCampaign(code, call);
    const { amount = null, currency = null } = call;
    const verdict = judgeCoupon(code.state, { type: call.type, occurredAt, orderId, amount, currency });
    if ('field' in verdict) {
      throw new AppError('conflict', `${verdict.field} ${verdict.reason}`, {
        [verdict.field]: verdict.reason,
      });
    }
    const row: CouponEventRow = {
      ...eventKey,
      source: 'network',
      id: newId(occurredAt),
      type: call.type,
      code: code.code,
      pool_id: code.pool_id,
      campaign_id: code.campaign_id,
      occurred_at: occurredAt,
      received_at: now,
      order_id: orderId,
      amount: verdict.amount,
      currency: verdict.currency,
      reverses: verdict.reverses,
      user_id: call.user?.user_id ?? null,
      install_id: null,
      hashed_email: bytesOf(call.user?.hashed_email),
      hashed_phone: bytesOf(call.user?.hashed_phone),
      advertising_id: advertisingId(call.user?.gaid ?? null),
      click_id: clickOf(kit, projectId, call.click_id),
      content_hash: contentHash,
    };
    await storeEvent(tx, row, verdict);
    return { repeated: false };
  });
}
