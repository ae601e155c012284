import { choiceParam, flagParam, nameParam, optionalParam, textParam } from '../../address/address-params.ts';
import type { AddressSchema } from '../../address/address-state.ts';

/** The state of the events screen. */
export interface EventsView {
  tab: (typeof EVENTS_TABS)[number];
  search: string;
  /** Distinct installs are counted from raw rows, so only on demand. */
  distinct: boolean;
  /** The event whose details are open, and the property they are broken down by. */
  event: string | null;
  property: string | null;
}

export const EVENTS_TABS = ['volume', 'funnel'] as const;

export const DEFAULT_EVENTS_VIEW: EventsView = {
  tab: 'volume',
  search: '',
  distinct: false,
  event: null,
  property: null,
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
};
