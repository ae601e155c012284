import { DELIVERY_STATES, type DeliveryState } from '@trailmark/contract/deliveries';
import { choiceParam, nameParam, optionalParam, textParam } from '../../address/address-params.ts';
import type { AddressSchema } from '../../address/address-state.ts';
import { addDays, isDay } from '../../report/calendar-day.ts';
import { fromZonedInput } from '../../words/zoned-time.ts';

const HOUR_MS = 3_600_000;

/** Periods that move on with the clock. */
export const PERIODS = {
  hour: { label: 'Last hour', ms: HOUR_MS },
  day: { label: 'Last 24 hours', ms: 24 * HOUR_MS },
  week: { label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  month: { label: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
} as const;
export type PeriodName = keyof typeof PERIODS;
const PERIOD_NAMES = Object.keys(PERIODS) as PeriodName[];

/** When events were received: lately, or on days of the project's zone. */
export type DeliveryPeriod = { last: PeriodName } | { from: string; to: string };

/** Which deliveries are listed. */
export interface DeliveriesView {
  connection: string | null;
  state: DeliveryState | null;
  /** A kind of message, or the name of an event. */
  event: string;
  /** The id of an install or a user. */
  person: string;
  period: DeliveryPeriod | null;
}

export const ALL_DELIVERIES: DeliveriesView = {
  connection: null,
  state: null,
  event: '',
  person: '',
  period: null,
};

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export const DELIVERIES_VIEW: AddressSchema<DeliveriesView> = {
  connection: optionalParam('connection', nameParam('connection', isUuid)),
  state: optionalParam('state', choiceParam('state', DELIVERY_STATES)),
  event: textParam('event', 256),
  person: textParam('person', 256),
  period: {
    read: ({ last, from, to }) => {
      if (isDay(from) && isDay(to) && from <= to) return { from, to };
      const name = PERIOD_NAMES.find((one) => one === last);
      return name && { last: name };
    },
    write: (period) => {
      if (period === null) return { last: undefined, from: undefined, to: undefined };
      return 'last' in period
        ? { last: period.last, from: undefined, to: undefined }
        : { last: undefined, ...period };
    },
  },
};

interface Clock {
  timezone: string;
  now: Date;
}

function instantsOf(period: DeliveryPeriod | null, { timezone, now }: Clock) {
  if (period === null) return {};
  if ('last' in period) return { from: new Date(now.getTime() - PERIODS[period.last].ms).toISOString() };
  return {
    from: fromZonedInput(`${period.from}T00:00`, timezone) ?? undefined,
    to: fromZonedInput(`${addDays(period.to, 1)}T00:00`, timezone) ?? undefined,
  };
}

/** As the calls take it. */
export function deliveryFilter(view: DeliveriesView, clock: Clock) {
  return {
    connection_id: view.connection ?? undefined,
    state: view.state ?? undefined,
    event: view.event.trim() || undefined,
    person: view.person.trim() || undefined,
    ...instantsOf(view.period, clock),
  };
}

export function isFiltered(view: DeliveriesView): boolean {
  return (Object.keys(ALL_DELIVERIES) as (keyof DeliveriesView)[]).some((key) => Boolean(view[key]));
}
