import {
  choiceParam,
  flagParam,
  integerParam,
  nameParam,
  optionalParam,
  textParam,
} from '../../address/address-params.ts';
import type { AddressSchema } from '../../address/address-state.ts';
import { isDay } from '../../report/calendar-day.ts';
import { ALL_EVENTS } from './volume-chart.ts';

/** The state of the events screen. */
export interface EventsView {
  tab: (typeof EVENTS_TABS)[number];
  search: string;
  /** Distinct installs are counted from raw rows, so only on demand. */
  distinct: boolean;
  /** The event whose details are open, and the property they are broken down by. */
  event: string | null;
  property: string | null;
  /** The bar whose people are shown: its first day, its hour in a period of one day, and whose events they are. */
  day: string | null;
  hour: number | null;
  who: string;
}

export const EVENTS_TABS = ['volume', 'funnel'] as const;

export const DEFAULT_EVENTS_VIEW: EventsView = {
  tab: 'volume',
  search: '',
  distinct: false,
  event: null,
  property: null,
  day: null,
  hour: null,
  who: ALL_EVENTS,
};

const MAX_EVENT_LENGTH = 128;
const MAX_PROPERTY_LENGTH = 200;

export const EVENTS_VIEW: AddressSchema<EventsView> = {
  tab: choiceParam('tab', EVENTS_TABS),
  search: textParam('q', MAX_EVENT_LENGTH),
  distinct: flagParam('distinct'),
  event: optionalParam(
    'event',
    nameParam('event', ({ length }) => length <= MAX_EVENT_LENGTH),
  ),
  property: optionalParam(
    'property',
    nameParam('property', ({ length }) => length <= MAX_PROPERTY_LENGTH),
  ),
  day: optionalParam('day', nameParam('day', isDay)),
  hour: optionalParam('hour', integerParam('hour', { min: 0, max: 23 })),
  who: nameParam('who', ({ length }) => length <= MAX_EVENT_LENGTH),
};
