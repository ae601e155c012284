import type { SchemaBase, SkanSchema, SkanWindow } from '@trailmark/contract/skan-bases';
import { levelsOf, levelsOfFine, topBase } from './levels.ts';
import { META_OPEN, type MetaEventMap, metaEventOf } from './meta-event.ts';

interface MetaEvent {
  event_name: string;
  values?: { currency: string; amount: number }[];
}

/**
 * The shape that Meta's own SDK downloads (facebook-ios-sdk, SKAdNetworkConversionConfiguration): the closest that is
 * public to what Meta asks measurement partners for. Windows are numbered from 1 there.
 */
export interface MetaSchema {
  data: [
    {
      timer_buckets: number;
      timer_interval: number;
      cutoff_time: number;
      default_currency: string;
      conversion_value_rules: { conversion_value: number; events: MetaEvent[] }[];
      lock_window_rules: (
        | { lock_window_type: 'time'; time: number; postback_sequence_index: number }
        | { lock_window_type: 'event'; events: MetaEvent[]; postback_sequence_index: number }
      )[];
      coarse_cv_configs: {
        postback_sequence_index: number;
        coarse_cv_rules: { coarse_cv_value: 'medium' | 'high'; events: MetaEvent[] }[];
      }[];
      is_coarse_cv_accumulative: boolean;
    },
  ];
}

const INSTALL: MetaEvent = { event_name: META_OPEN };

function eventOf(base: SchemaBase, level: number, map: MetaEventMap): MetaEvent {
  switch (base.type) {
    case 'event':
    case 'engagement':
      return { event_name: metaEventOf(base.event, map) };
    case 'funnel':
      return { event_name: metaEventOf(base.steps[level - 1] as string, map) };
    case 'retention':
      return INSTALL;
    case 'revenue':
      return {
        event_name: metaEventOf('payment', map),
        values: [{ currency: base.currency, amount: Number(base.bounds[level - 1]) }],
      };
  }
}

function eventsOf({ bases }: SkanSchema, levels: readonly number[], map: MetaEventMap): MetaEvent[] {
  const events = bases.flatMap((base, at) =>
    levels[at] === 0 ? [] : [eventOf(base, levels[at] as number, map)],
  );
  return events.length > 0 ? events : [INSTALL];
}

function coarseRules(schema: SkanSchema, window: SkanWindow, map: MetaEventMap) {
  const top = topBase(schema, window);
  if (!top) return [];
  const rule = (coarse_cv_value: 'medium' | 'high', base: SchemaBase, level: number) => ({
    coarse_cv_value,
    events: [eventOf(base, level, map)],
  });
  const others = schema.bases.filter((base, at) => at !== top.at && levelsOf(base, window) > 1);
  const base = schema.bases[top.at] as SchemaBase;
  return [
    rule('high', base, top.highFrom),
    ...(top.highFrom > 1 ? [rule('medium', base, 1)] : []),
    ...others.map((other) => rule('medium', other, 1)),
  ];
}

function lockRules(schema: SkanSchema, map: MetaEventMap): MetaSchema['data'][0]['lock_window_rules'] {
  const later = ([1, 2] as const).flatMap((window) => {
    const events = coarseRules(schema, window, map).find(
      ({ coarse_cv_value }) => coarse_cv_value === 'high',
    )?.events;
    return events
      ? [{ lock_window_type: 'event' as const, events, postback_sequence_index: window + 1 }]
      : [];
  });
  if (schema.lock_first_window === 'never') return later;
  if (schema.lock_first_window === 'after_24_hours') {
    return [{ lock_window_type: 'time', time: 24, postback_sequence_index: 1 }, ...later];
  }
  const highest = schema.install_value + schema.values_used - 1;
  const events = eventsOf(schema, levelsOfFine(schema, highest) as number[], map);
  return [{ lock_window_type: 'event', events, postback_sequence_index: 1 }, ...later];
}

/** A schema for Meta: rules from the highest value down, as they are evaluated there. */
export function toMeta(
  schema: SkanSchema,
  { defaultCurrency, map }: { defaultCurrency: string; map: MetaEventMap },
): MetaSchema {
  const money = schema.bases.find(({ type }) => type === 'revenue');
  const values = Array.from({ length: schema.values_used }, (_, at) => schema.install_value + at).reverse();
  return {
    data: [
      {
        timer_buckets: 1,
        timer_interval: 24,
        cutoff_time: schema.lock_first_window === 'after_24_hours' ? 1 : 2,
        default_currency: money?.type === 'revenue' ? money.currency : defaultCurrency,
        conversion_value_rules: values
          .filter((value) => value > 0)
          .map((value) => ({
            conversion_value: value,
            events: eventsOf(schema, levelsOfFine(schema, value) as number[], map),
          })),
        lock_window_rules: lockRules(schema, map),
        coarse_cv_configs: ([0, 1, 2] as const).map((window) => ({
          postback_sequence_index: window + 1,
          coarse_cv_rules: coarseRules(schema, window, map),
        })),
        is_coarse_cv_accumulative: false,
      },
    ],
  };
}
