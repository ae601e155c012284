import type { CoarseValue, SchemaBase, SkanSchema, SkanWindow } from '@trailmark/contract/skan-bases';
import { measuredHours } from './encode.ts';
import { levelsOf, levelsOfFine, topBase } from './levels.ts';
import { ALL_WINDOWS, isDayOf, WINDOWS } from './windows.ts';

/**
 * The schema as the Google Ads API takes it (CustomerSkAdNetworkConversionValueSchema.SkAdNetworkConversionValueSchema,
 * google/ads/googleads/v17/resources/customer_sk_ad_network_conversion_value_schema.proto). A limit of 0 is none.
 */
export interface GoogleSchema {
  appId: string;
  measurementWindowHours: number;
  fineGrainedConversionValueMappings: {
    fineGrainedConversionValue: number;
    conversionValueMapping: GoogleMapping;
  }[];
  postbackMappings: GooglePostback[];
}

interface GooglePostback {
  postbackSequenceIndex: SkanWindow;
  coarseGrainedConversionValueMappings: {
    lowConversionValueMapping: GoogleMapping;
    mediumConversionValueMapping?: GoogleMapping;
    highConversionValueMapping?: GoogleMapping;
  };
  lockWindowCoarseConversionValue?: 'HIGH';
  lockWindowFineConversionValue?: number;
}

interface GoogleMapping {
  minTimePostInstallHours?: number;
  maxTimePostInstallHours?: number;
  mappedEvents: GoogleEvent[];
}

interface GoogleEvent {
  mappedEventName: string;
  currencyCode?: string;
  eventRevenueRange?: { minEventRevenue: number; maxEventRevenue?: number };
  eventOccurrenceRange?: { minEventCount: number; maxEventCount?: number };
}

/** As Google names them in its own events of apps. */
const INSTALL: GoogleEvent = { mappedEventName: 'first_open' };
const PURCHASE = 'in_app_purchase';
const SESSION = 'session_start';

/** What must have happened for a level, at least, and at most where the next level is not reached. */
function eventOf(
  base: SchemaBase,
  window: SkanWindow,
  { from, to }: { from: number; to: number },
): GoogleEvent {
  const atLeastOnce = { eventOccurrenceRange: { minEventCount: 1 } };
  switch (base.type) {
    case 'event':
      return { mappedEventName: base.event, ...atLeastOnce };
    case 'funnel':
      return { mappedEventName: base.steps[from - 1] as string, ...atLeastOnce };
    case 'engagement': {
      const next = base.counts[to];
      const minEventCount = base.counts[from - 1] as number;
      const range = next === undefined ? { minEventCount } : { minEventCount, maxEventCount: next - 1 };
      return { mappedEventName: base.event, eventOccurrenceRange: range };
    }
    case 'retention':
      return { mappedEventName: SESSION, ...atLeastOnce };
    case 'revenue': {
      const minEventRevenue = Number(base.bounds[from - 1]);
      const next = base.bounds[to];
      const range =
        next === undefined ? { minEventRevenue } : { minEventRevenue, maxEventRevenue: Number(next) };
      return { mappedEventName: PURCHASE, currencyCode: base.currency, eventRevenueRange: range };
    }
  }
  base satisfies never;
  throw new Error(`No event of window ${window}.`);
}

function hoursOf(
  { bases }: SkanSchema,
  window: SkanWindow,
  levels: readonly number[],
): Partial<GoogleMapping> {
  const at = bases.findIndex((base) => base.type === 'retention');
  const base = bases[at];
  if (base?.type !== 'retention' || !levels[at]) return {};
  const day = base.days.filter((one) => isDayOf(window, one))[(levels[at] as number) - 1] as number;
  return { minTimePostInstallHours: day * 24 };
}

function fineMapping(schema: SkanSchema, levels: readonly number[]): GoogleMapping {
  const mappedEvents = schema.bases.flatMap((base, at) => {
    const level = levels[at] as number;
    return level === 0 ? [] : [eventOf(base, 0, { from: level, to: level })];
  });
  return { ...hoursOf(schema, 0, levels), mappedEvents: mappedEvents.length > 0 ? mappedEvents : [INSTALL] };
}

/** Every event of which one alone makes the coarse value. */
function coarseMapping(schema: SkanSchema, window: SkanWindow, coarse: CoarseValue): GoogleMapping | null {
  const times = {
    minTimePostInstallHours: WINDOWS[window].fromDay * 24,
    maxTimePostInstallHours: window === 0 ? measuredHours(schema) : WINDOWS[window].toDay * 24,
  };
  const top = topBase(schema, window);
  if (coarse === 'low') return { ...times, mappedEvents: [INSTALL] };
  if (!top) return null;
  const reaching = schema.bases.flatMap((base, at) => {
    const last = levelsOf(base, window) - 1;
    if (last === 0) return [];
    const range = {
      from: at === top.at && coarse === 'high' ? top.highFrom : 1,
      to: at === top.at && coarse === 'medium' ? top.highFrom - 1 : last,
    };
    const isOf = coarse === 'high' ? at === top.at : range.from <= range.to;
    return isOf ? [{ at, range }] : [];
  });
  const [only, other] = reaching;
  if (!only) return null;
  // Where an open is all that it takes, the day of it is what counts.
  const levels = schema.bases.map((_, at) => (other || at !== only.at ? 0 : only.range.from));
  const mappedEvents = reaching.map(({ at, range }) =>
    eventOf(schema.bases[at] as SchemaBase, window, range),
  );
  return { ...times, ...hoursOf(schema, window, levels), mappedEvents };
}

function postbackOf(schema: SkanSchema, window: SkanWindow): GooglePostback {
  const medium = coarseMapping(schema, window, 'medium');
  const high = coarseMapping(schema, window, 'high');
  const highest = schema.install_value + schema.values_used - 1;
  return {
    postbackSequenceIndex: window,
    coarseGrainedConversionValueMappings: {
      lowConversionValueMapping: coarseMapping(schema, window, 'low') as GoogleMapping,
      ...(medium ? { mediumConversionValueMapping: medium } : {}),
      ...(high ? { highConversionValueMapping: high } : {}),
    },
    ...(window > 0 && high ? { lockWindowCoarseConversionValue: 'HIGH' as const } : {}),
    ...(window === 0 && schema.lock_first_window === 'at_highest_value'
      ? { lockWindowFineConversionValue: highest }
      : {}),
  };
}

/** A schema for Google: every value in use, and the coarse values of the three windows. */
export function toGoogle(schema: SkanSchema, appId: string): GoogleSchema {
  const values = Array.from({ length: schema.values_used }, (_, at) => schema.install_value + at);
  const hours = measuredHours(schema);
  return {
    appId,
    measurementWindowHours: hours,
    fineGrainedConversionValueMappings: values
      .map((fine) => ({
        fineGrainedConversionValue: fine,
        conversionValueMapping: fineMapping(schema, levelsOfFine(schema, fine) as number[]),
      }))
      // Older schemas may name a day after the first window is closed: Google takes no time beyond it.
      .filter(({ conversionValueMapping }) => (conversionValueMapping.minTimePostInstallHours ?? 0) < hours),
    postbackMappings: ALL_WINDOWS.map((window) => postbackOf(schema, window)),
  };
}
