import type { History } from '@trailmark/contract/history';
import { cleanObject } from '@trailmark/core/client/clean';
import { type Device, readDevice } from '@trailmark/core/client/read-device';
import { readPlatform } from '@trailmark/core/client/read-platform';
import { advertisingId } from '@trailmark/core/referrers/ids';
import type { Imported, Item, Unit } from '../../pipeline/group.ts';
import type { PastTouch } from '../../pipeline/past-touch.ts';
import type { Reasons } from './check-history.ts';
import type { CreditOf } from './find-credits.ts';
import { eventIdKey, keyOf, ownerOf } from './item-identity.ts';
import { paymentCurrency } from './payment-currency.ts';
import { type Arrival, blankItem, decimalOf } from './read-item.ts';

const MAX_DATA = 32 * 1024;
const PAST: Imported = { credit: null, kind: 'install', matchType: 'organic', touchedAt: null };

type TouchRow = History['clicks'][number] | History['impressions'][number];

const TOUCH_PLATFORMS = { IOS: 'ios', ANDROID: 'android', WEB: 'desktop', OTHER: 'other' } as const;

/** Links are checked by now. */
function creditFor(creditOf: CreditOf, row: Parameters<CreditOf>[0]) {
  const credit = creditOf(row);
  return credit === 'unknown' ? null : credit;
}

export function touchOf(projectId: string, creditOf: CreditOf, row: TouchRow): PastTouch {
  const credit = creditFor(creditOf, row);
  if (!credit) throw new Error('A touch has no link.');
  const at = new Date('clicked_at' in row ? row.clicked_at : row.viewed_at);
  const adId = advertisingId(row.advertising_id);
  const parts = [row.ip ?? null, row.country ?? null, row.platform ?? null, adId, row.user_agent ?? null];
  return {
    projectId,
    ...credit,
    at,
    name: JSON.stringify(row.id ? ['id', credit.linkId, row.id] : ['row', credit.linkId, ...parts]),
    ip: row.ip ?? null,
    country: row.country || null,
    platform: row.platform ? TOUCH_PLATFORMS[row.platform] : null,
    advertisingId: adId,
    userAgent: row.user_agent ?? null,
  };
}

function deviceOf(row: History['installs'][number]): Device {
  const { vendor_id, os_version, model, language } = row;
  const ids = { advertising_id: row.advertising_id, idfv: vendor_id, vendor_id };
  const device = readDevice({ ...ids, os_version, model, language }, { app: row.app_version });
  // Since iOS 14.5 an app can read the advertising id of those alone who allowed tracking.
  const allowed = row.platform === 'IOS' && device.advertisingId !== null;
  return { ...device, trackingAuthorized: allowed || device.trackingAuthorized, raw: null };
}

function pastItem(
  arrival: Arrival,
  call: Item['call'],
  { installId, userId, at }: { installId: string; userId: string | null; at: string },
): Item {
  return {
    ...blankItem(arrival, call, { install_instance_id: installId }),
    userId,
    occurredAt: new Date(at),
    imported: PAST,
  };
}

function installItem(arrival: Arrival, creditOf: CreditOf, row: History['installs'][number]): Item {
  const { install_instance_id: installId, user_id: userId, installed_at: at } = row;
  const credit = creditFor(creditOf, row);
  return {
    ...pastItem(arrival, 'open', { installId, userId, at }),
    platform: readPlatform(row.platform, null),
    country: row.country ?? '',
    device: deviceOf(row),
    key: keyOf('past open', installId),
    imported: {
      credit,
      kind: row.kind,
      matchType: row.match_type ?? (credit ? 'click_id' : 'organic'),
      touchedAt: row.touched_at ? new Date(row.touched_at) : null,
    },
  };
}

function signupItem(arrival: Arrival, row: History['signups'][number]): Item {
  const { install_instance_id: installId, user_id: userId, occurred_at: at } = row;
  const { name = null, email = null, phone = null } = row;
  const user = { id: userId, name, email, phone, createdAt: null, isFirstTime: null, identities: {} };
  const key = keyOf('past signup', installId, userId);
  return { ...pastItem(arrival, 'signup', { installId, userId, at }), user, key };
}

/** The last install of each user that the request itself tells of: the database does not know them yet. */
function installsByUser(history: History): Map<string, string> {
  const given = [
    ...history.installs.map((row) => ({ ...row, at: new Date(row.installed_at).getTime() })),
    ...history.signups.map((row) => ({ ...row, at: new Date(row.occurred_at).getTime() })),
  ].sort((one, other) => one.at - other.at);
  return new Map(given.flatMap((row) => (row.user_id ? [[row.user_id, row.install_instance_id]] : [])));
}

/** Installs first, so that what follows finds who is credited. */
export function unitOf(
  arrival: Arrival,
  { history, creditOf }: { history: History; creditOf: CreditOf },
): { unit: Unit; reasons: Reasons } {
  const reasons: Reasons = new Map();
  const byUser = installsByUser(history);
  const itemOf = (call: 'event' | 'payment', row: History['events' | 'payments'][number]) => {
    const userId = row.user_id;
    const installId = row.install_instance_id ?? byUser.get(userId ?? '') ?? '';
    return pastItem(arrival, call, { installId, userId, at: row.occurred_at });
  };
  const dataOf = (field: string, row: { event_data?: Record<string, unknown> | null | undefined }) => {
    const data = cleanObject(row.event_data, MAX_DATA);
    if (data !== 'tooLarge') return data;
    reasons.set(`${field}.event_data`, 'is larger than 32 kB or nested too deeply');
    return null;
  };
  const events = history.events.map((row, at): Item => {
    const data = dataOf(`events.${at}`, row);
    const item = itemOf('event', row);
    // Of the row alone: what else is in the request may be different when the row comes again.
    const { install_instance_id: installId, user_id: userId } = row;
    const key = row.event_id
      ? eventIdKey(
          ownerOf({ installId: installId ?? '', userId, device: null }),
          row.event_name,
          row.event_id,
        )
      : keyOf('past', installId ?? userId, row.event_name, data, item.occurredAt);
    return { ...item, event: { name: row.event_name, data }, key };
  });
  const payments = history.payments.map((row, at): Item => {
    const { type, status, payment_id: paymentId } = row;
    const money = { amount: decimalOf(row.amount), ...paymentCurrency(row.currency, arrival.project) };
    const payment = { type, status, paymentId, ...money };
    const event = { name: '$payment', data: dataOf(`payments.${at}`, row) };
    return { ...itemOf('payment', row), event, payment };
  });
  const installs = history.installs.map((row) => installItem(arrival, creditOf, row));
  const signups = history.signups.map((row) => signupItem(arrival, row));
  return { unit: [...installs, ...signups, ...events, ...payments], reasons };
}
