import type { CouponPool } from '@trailmark/contract/coupon-pools';

/** A pool as it is typed. */
export interface PoolValues {
  name: string;
  campaign_id: string | null;
  uses_per_code: string;
  max_codes: string;
  window_days: string;
  valid_from: string;
  valid_to: string;
  /** Empty: codes are issued when a server asks. */
  after_event: string;
  /** Empty: the default link of the campaign. */
  link_id: string;
  one_per_person: boolean;
}

/** Our own events that codes are usually issued after; an app's are named as it names them. */
export const OWN_EVENTS = [
  { value: '$install', label: 'Install', hint: '$install' },
  { value: '$reinstall', label: 'Reinstall', hint: '$reinstall' },
  { value: '$signup', label: 'Sign-up', hint: '$signup' },
  { value: '$payment', label: 'Payment', hint: '$payment' },
] as const;

export const afterEventWords = (event: string): string =>
  OWN_EVENTS.find(({ value }) => value === event)?.label ?? event;

const dayOf = (at: string | null | undefined) => at?.slice(0, 10) ?? '';

export const valuesOf = (pool: CouponPool | null): PoolValues => ({
  name: pool?.name ?? '',
  campaign_id: pool?.campaign_id ?? null,
  uses_per_code: String(pool?.uses_per_code ?? 1),
  max_codes: String(pool?.max_codes ?? 100_000),
  window_days: String((pool?.window_hours ?? 720) / 24),
  valid_from: dayOf(pool?.valid_from),
  valid_to: dayOf(pool?.valid_to),
  after_event: pool?.after_event ?? '',
  link_id: pool?.link_id ?? '',
  one_per_person: pool?.one_per_person ?? true,
});

export const bodyOf = (values: PoolValues) => ({
  name: values.name,
  uses_per_code: Number(values.uses_per_code),
  max_codes: Number(values.max_codes),
  window_hours: Math.round(Number(values.window_days) * 24),
  valid_from: values.valid_from ? `${values.valid_from}T00:00:00Z` : null,
  valid_to: values.valid_to ? `${values.valid_to}T23:59:59Z` : null,
  after_event: values.after_event.trim() || null,
  link_id: values.link_id || null,
  one_per_person: values.one_per_person,
});
