import { zodResolver } from '@hookform/resolvers/zod';
import type { EventMapAccount, MapValue, PostbackEventMap } from '@trailmark/contract/event-maps';
import { EventMapForm } from '@trailmark/contract/event-maps';
import { networkEventProblem } from '@trailmark/contract/network-event-names';
import { z } from 'zod';
import type { MapDraft } from './postbacks-query.ts';

/** A map as its form holds it: what belongs to another kind of value is kept while one chooses. */
export interface MapValues {
  event: string;
  network_event: string;
  from: MapValue['from'];
  property: string;
  amount: string;
  currency: string;
  installs: PostbackEventMap['installs'];
  times: PostbackEventMap['times'];
  consent: PostbackEventMap['consent'];
  active: boolean;
}

export function mapValues(map: PostbackEventMap | null, currency: string): MapValues {
  const value = map?.value ?? { from: 'event' as const };
  return {
    event: map?.event ?? '',
    network_event: map?.network_event ?? '',
    from: value.from,
    property: value.from === 'property' ? value.property : '',
    amount: value.from === 'fixed' ? String(value.amount) : '',
    currency: 'currency' in value ? value.currency : currency,
    installs: map?.installs ?? 'attributed',
    times: map?.times ?? 'every',
    consent: map?.consent ?? 'not_denied',
    active: map?.active ?? true,
  };
}

function valueRule({ from, property, amount, currency }: MapValues): MapValue {
  if (from === 'property') return { from, property: property.trim(), currency };
  if (from === 'fixed') return { from, amount: Number(amount), currency };
  return { from };
}

/** What the form says, as it is sent. */
export function draftOf(
  values: MapValues,
  { ad_network_id }: Pick<EventMapAccount, 'ad_network_id'>,
  id?: string,
): MapDraft {
  const { event, network_event, installs, times, consent, active } = values;
  return {
    ad_network_id,
    event: event.trim(),
    network_event: network_event.trim(),
    value: valueRule(values),
    installs,
    times,
    consent,
    active,
    ...(id === undefined ? {} : { id }),
  };
}

/** A draft that can be previewed; null while something is missing or wrong. */
export function previewable(draft: MapDraft, { kind }: Pick<EventMapAccount, 'kind'>): MapDraft | null {
  const isComplete = EventMapForm.safeParse(draft).success;
  return isComplete && networkEventProblem(kind, draft.network_event) === null ? draft : null;
}

const Values = (kind: EventMapAccount['kind']) =>
  z.custom<MapValues>().superRefine((values, context) => {
    const problem = (path: keyof MapValues, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (!values.event.trim()) problem('event', 'is required');
    const name = values.network_event.trim();
    const wrongName = name === '' ? 'is required' : networkEventProblem(kind, name);
    if (wrongName) problem('network_event', wrongName);
    if (values.from === 'property' && !values.property.trim()) problem('property', 'is required');
    const amount = values.amount.trim() === '' ? Number.NaN : Number(values.amount);
    if (values.from === 'fixed' && !(amount >= 0 && amount <= 1e12)) problem('amount', 'is not an amount');
  });

export const mapResolver = (kind: EventMapAccount['kind']) =>
  zodResolver<MapValues, unknown, MapValues>(Values(kind));
