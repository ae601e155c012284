import type { NetworkMoney } from '../event-map.ts';
import type { NetworkEvent } from '../network-event.ts';

/** What can stand in the address or the body of a postback, in braces. */
export const MACROS = [
  ...(['click_id', 'install_id', 'event_id', 'event_name', 'event_time', 'event_time_iso'] as const),
  ...(['value', 'revenue', 'currency', 'platform', 'country', 'status'] as const),
  ...(['advertising_id', 'gaid', 'idfa', 'oaid', 'user_id'] as const),
  ...(['coupon_code', 'order_id', 'campaign', 'campaign_id', 'ad_set', 'creative'] as const),
  ...(['aff_id', 'pub_id', 'offer_id', 'creative_id', 'sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const),
] as const;
export type Macro = (typeof MACROS)[number];

const MACRO = /\{([a-z0-9_]+)\}/gi;

/** Names in braces that nobody would replace: what is sent would have them in it. */
export const unknownMacros = (template: string): string[] => [
  ...new Set(
    [...template.matchAll(MACRO)].flatMap(([, name = '']) =>
      (MACROS as readonly string[]).includes(name) ? [] : [name],
    ),
  ),
];

/** A template with its values; of what is not known nothing stands there. */
export function fillTemplate(
  template: string,
  values: Readonly<Partial<Record<Macro, string | null>>>,
  encode: (value: string) => string,
): string {
  return template.replace(MACRO, (text, name: string) =>
    (MACROS as readonly string[]).includes(name) ? encode(values[name as Macro] ?? '') : text,
  );
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** What the network gave with its click is given back to it. */
const FROM_CLICK = [
  ...(['aff_id', 'pub_id', 'offer_id', 'creative_id'] as const),
  ...(['sub1', 'sub2', 'sub3', 'sub4', 'sub5', 'oaid'] as const),
] as const;

const TAKEN_BACK: readonly string[] = ['refund', '$coupon_reversed'];

export function macroValues(
  event: NetworkEvent,
  { id, name, money }: { id: string; name: string; money: NetworkMoney | null },
): Partial<Record<Macro, string | null>> {
  const { device, platform, click, credit, data } = event;
  const ids = click?.ids ?? {};
  const amount = money === null ? textOf(data?.coupon_amount) : String(money.value);
  return {
    ...Object.fromEntries(FROM_CLICK.map((macro) => [macro, ids[macro] ?? null])),
    click_id: ids.clid ?? ids.click_id ?? null,
    coupon_code: textOf(data?.coupon_code) ?? ids.coupon ?? null,
    order_id: textOf(data?.order_id),
    install_id: event.installId,
    user_id: event.userId,
    event_id: id,
    event_name: name,
    event_time: String(Math.floor(event.occurredAt.getTime() / 1000)),
    event_time_iso: event.occurredAt.toISOString(),
    value: amount,
    revenue: amount,
    currency: money?.currency ?? textOf(data?.coupon_currency),
    platform,
    country: event.country,
    status: TAKEN_BACK.includes(event.kind) || TAKEN_BACK.includes(event.name) ? 'reversed' : 'approved',
    advertising_id: device.advertisingId,
    gaid: platform === 'android' ? device.advertisingId : null,
    idfa: platform === 'ios' ? device.advertisingId : null,
    campaign: credit.campaignName,
    campaign_id: credit.campaignId,
    ad_set: credit.adSet,
    creative: credit.creative,
  };
}
