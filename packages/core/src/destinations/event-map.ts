import { isOfApps } from '@trailmark/contract/network-event-names';
import { ORGANIC } from '@trailmark/contract/networks';
import { amountOf } from './describe-event.ts';
import type { NetworkEvent } from './network-event.ts';

/** Which installs' events are sent: those that are credited to the network, all, or those that nobody is credited with. */
export type MappedInstalls = 'attributed' | 'all' | 'organic';
export type MappedTimes = 'first' | 'daily' | 'every';
/** Whether a person must have agreed to the use of their data for ads, must not have refused it, or was not to be asked. */
export type MappedConsent = 'granted' | 'not_denied' | 'ignored';

/** Where the value of an event comes from. */
export type MappedValue =
  | { from: 'event' }
  | { from: 'none' }
  | { from: 'property'; property: string; currency: string }
  | { from: 'fixed'; amount: number; currency: string };

/** How events of ours are sent to an ad network. */
export interface EventMap {
  id: string;
  /** A kind of event, or the name of one. */
  event: string;
  /** As the network names it. */
  networkEvent: string;
  value: MappedValue;
  installs: MappedInstalls;
  times: MappedTimes;
  consent: MappedConsent;
}

function problemOf(event: NetworkEvent, map: EventMap, network: string): string | null {
  const { credit, consent } = event;
  if (event.verdict === 'no_postback') {
    return 'The install looks suspicious, and by the project’s fraud settings no postback is sent for it.';
  }
  if (event.platform === 'web' && isOfApps(network, map.networkEvent)) {
    return `The network takes ${map.networkEvent} of apps alone: choose another event for visitors of a site.`;
  }
  if (map.installs === 'attributed' && credit.network !== network) {
    return 'The install is not credited to this network, and the event map sends no others.';
  }
  if (map.installs === 'organic' && credit.network !== ORGANIC) {
    return 'The install is credited to a network, and the event map sends organic ones only.';
  }
  if (map.times === 'first' && !event.isFirst) return 'The event map sends only the first of each install.';
  if (map.times === 'daily' && !event.isFirstOfDay) {
    return 'The event map sends only the first of each install and day.';
  }
  if (map.consent === 'granted' && consent.adUserData !== true) {
    return 'The person has not agreed to the use of their data for ads.';
  }
  if (map.consent === 'not_denied' && consent.adUserData === false) {
    return 'The person has refused the use of their data for ads.';
  }
  return null;
}

/** The map that is for an event. One for its name counts before one for its kind. */
export const findMap = (
  { name, kind }: Pick<NetworkEvent, 'name' | 'kind'>,
  maps: readonly EventMap[],
): EventMap | undefined => maps.find((one) => one.event === name) ?? maps.find((one) => one.event === kind);

/** The map by which an event is sent, or why it is not. */
export function mapOf(
  event: NetworkEvent,
  maps: readonly EventMap[],
  network: string,
): { map: EventMap } | { skip: string } {
  const map = findMap(event, maps);
  if (!map) return { skip: 'No event map of this account is for this event.' };
  const problem = problemOf(event, map, network);
  return problem ? { skip: problem } : { map };
}

export interface NetworkMoney {
  value: number;
  currency: string;
}

/** The value of an event as a map wants it; null: none. */
export function moneyOf(event: NetworkEvent, { value }: EventMap): NetworkMoney | null {
  if (value.from === 'none') return null;
  if (value.from === 'fixed') return { value: value.amount, currency: value.currency };
  if (value.from === 'property') {
    const given = event.data?.[value.property];
    const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
    return typeof number === 'number' && Number.isFinite(number)
      ? { value: number, currency: value.currency }
      : null;
  }
  const amount = amountOf(event);
  return amount === null || event.currency === null ? null : { value: amount, currency: event.currency };
}
