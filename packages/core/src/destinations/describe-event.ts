import { TOOLS } from '@trailmark/contract/analytics-tools';
import { TOOL_ATTRIBUTION_NAMES, TOOL_EVENT_NAMES, TOOL_VISIT_NAMES } from '@trailmark/contract/tool-names';
import { isVisitEvent } from '@trailmark/contract/visits';
import type { DeliveryEvent, DeliveryKind } from './delivery-event.ts';

/** What a connection sends, and under which names; by default all events, under ours. */
export interface EventChoice {
  /** Kinds and names of events; null: all. */
  events: readonly string[] | null;
  eventNames: Readonly<Record<string, string>>;
  propertyNames: Readonly<Record<string, string>>;
}

const NAMES: Record<Exclude<DeliveryKind, 'event'>, string> = {
  ...TOOL_EVENT_NAMES,
  fraud_verdict: 'Fraud verdict',
  skan_postback: 'SKAN postback',
  connection_needs_attention: 'Connection needs attention',
  test: 'Test',
  claim_answer: 'Answer to a claim',
};

type Properties = Record<string, unknown>;

export interface DescribedEvent {
  name: string;
  properties: Properties;
  /** What the person has from now on; null where the event decides nothing about their attribution. */
  userProperties: Properties | null;
}

/** JSON has no infinite numbers: they would be sent as null. */
const isUnknown = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value));

function renamed(properties: Properties, names: EventChoice['propertyNames']): Properties {
  const entries = Object.entries(properties).filter(([, value]) => !isUnknown(value));
  return Object.fromEntries(
    entries.map(([name, value]) => [Object.hasOwn(names, name) ? (names[name] ?? name) : name, value]),
  );
}

const OF_CREDIT = TOOL_ATTRIBUTION_NAMES;

function attributionOf({ credit, installedAt }: DeliveryEvent): Properties {
  return {
    [OF_CREDIT.network]: credit.network,
    [OF_CREDIT.campaign]: credit.campaignName,
    [OF_CREDIT.campaignId]: credit.campaignId,
    [OF_CREDIT.link]: credit.linkName,
    [OF_CREDIT.adSet]: credit.adSet,
    [OF_CREDIT.creative]: credit.creative,
    [OF_CREDIT.matchType]: credit.matchType,
    [OF_CREDIT.installedAt]: installedAt?.toISOString(),
  };
}

/** In a profile the values of an earlier decision must not stay beside those of this one. */
const namedOrNone = (attribution: Properties): Properties =>
  Object.fromEntries(Object.entries(attribution).map(([name, value]) => [name, value ?? 'none']));

const DECISIONS: readonly DeliveryKind[] = ['install', 'reinstall', 'reattribution', 'decision_revised'];
/** A re-engagement leaves the credit as it is, also when it is decided again. */
const REENGAGEMENT = '$reengagement';

/** What a webhook is sent besides; a tool has no use for it. */
const FOR_WEBHOOKS: readonly DeliveryKind[] = [
  ...(['fraud_verdict', 'skan_postback', 'connection_needs_attention', 'test'] as const),
];

/** Whether a kind of connection is sent such messages at all. */
export function isFor(connectionKind: string, { kind, name }: Pick<DeliveryEvent, 'kind' | 'name'>): boolean {
  if (connectionKind === 'webhook') return true;
  // Visits are too many, and nothing that an ad network could optimise for.
  if (isVisitEvent(name)) return Object.hasOwn(TOOLS, connectionKind);
  return !FOR_WEBHOOKS.includes(kind);
}

/** Whether a connection sends such events. Visits, pages and screens have to be chosen by name. */
export function isChosen(
  { kind, name }: Pick<DeliveryEvent, 'kind' | 'name'>,
  { events }: Pick<EventChoice, 'events'>,
): boolean {
  if (isVisitEvent(name)) return events?.includes(name) ?? false;
  return events === null || events.includes(kind) || events.includes(name);
}

/**
 * The money of an event as tools add it up: what is given back is below zero. Null where there is none, or none that a
 * number can say, such as PostgreSQL's NaN or an amount of 400 digits.
 */
export function amountOf({ kind, amount }: DeliveryEvent): number | null {
  if (amount === null || amount.trim() === '') return null;
  const money = Number(amount);
  if (!Number.isFinite(money)) return null;
  return kind === 'refund' ? -money : money;
}

const nameOfEvent = (name: string) => (isVisitEvent(name) ? TOOL_VISIT_NAMES[name] : name);

/** The name and properties of an event for a connection; null where it does not send such events. */
export function describeEvent(event: DeliveryEvent, choice: EventChoice): DescribedEvent | null {
  if (!isChosen(event, choice)) return null;
  const own = event.kind === 'event' ? nameOfEvent(event.name) : NAMES[event.kind];
  const name = Object.hasOwn(choice.eventNames, own) ? (choice.eventNames[own] ?? own) : own;
  const attribution = attributionOf(event);
  // A message that comes late says what was, and leaves what is as it is.
  const isAttribution = DECISIONS.includes(event.kind) && event.name !== REENGAGEMENT && event.isCurrent;
  const { currency, platform, country, data } = event;
  const amount = amountOf(event);
  const money = amount === null ? {} : { amount, currency };
  return {
    name,
    // Node takes a microsecond for each property that is added to a spread object, and none when it is assigned.
    properties: renamed(
      Object.assign({}, data, { platform, country }, money, attribution),
      choice.propertyNames,
    ),
    userProperties: isAttribution ? renamed(namedOrNone(attribution), choice.propertyNames) : null,
  };
}

/** The tool's own id of a person where a client gave one, or else the user, or else the install. */
export function personOf({ identities, userId, installId }: DeliveryEvent, key: string): string {
  return identities[key] || userId || installId;
}
