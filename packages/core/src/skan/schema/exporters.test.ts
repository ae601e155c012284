import type { SkanSchema } from '@trailmark/contract/skan-bases';
import { describe, expect, it } from 'vitest';
import { toGoogle } from './to-google.ts';
import { toMeta } from './to-meta.ts';
import { toSdk } from './to-sdk.ts';

const SCHEMA: SkanSchema = {
  bases: [
    { type: 'event', event: 'signup' },
    { type: 'retention', days: [1, 4] },
    { type: 'revenue', currency: 'EUR', bounds: ['5'], expected: ['5'], from: 'given' },
  ],
  install_value: 1,
  lock_first_window: 'after_24_hours',
  values_used: 8,
};

describe('for Google', () => {
  const made = toGoogle({ ...SCHEMA, lock_first_window: 'never' }, '123456789');
  it('has every value in use with what must have happened', () => {
    expect(made).toMatchObject({ appId: '123456789', measurementWindowHours: 48 });
    const values = made.fineGrainedConversionValueMappings;
    expect(values.map(({ fineGrainedConversionValue }) => fineGrainedConversionValue)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    expect(values[0]?.conversionValueMapping).toEqual({ mappedEvents: [{ mappedEventName: 'first_open' }] });
    expect(values[7]?.conversionValueMapping).toEqual({
      minTimePostInstallHours: 24,
      mappedEvents: [
        { mappedEventName: 'signup', eventOccurrenceRange: { minEventCount: 1 } },
        { mappedEventName: 'session_start', eventOccurrenceRange: { minEventCount: 1 } },
        {
          mappedEventName: 'in_app_purchase',
          currencyCode: 'EUR',
          eventRevenueRange: { minEventRevenue: 5 },
        },
      ],
    });
  });

  it('has no value for a day after the first window is closed, as older schemas may name one', () => {
    const { measurementWindowHours, fineGrainedConversionValueMappings } = toGoogle(SCHEMA, '123456789');
    expect(measurementWindowHours).toBe(24);
    const values = fineGrainedConversionValueMappings.map((one) => one.fineGrainedConversionValue);
    expect(values).toEqual([1, 2, 5, 6]);
  });

  it('has the day from which on an open alone makes a coarse value', () => {
    const bases: SkanSchema['bases'] = [{ type: 'retention', days: [1, 4, 6] }];
    const alone = toGoogle({ ...SCHEMA, bases, lock_first_window: 'never', values_used: 2 }, '1');
    const times = alone.postbackMappings
      .slice(0, 2)
      .map(({ coarseGrainedConversionValueMappings: of }) => [
        of.lowConversionValueMapping.minTimePostInstallHours,
        of.mediumConversionValueMapping?.minTimePostInstallHours,
        of.highConversionValueMapping?.minTimePostInstallHours,
      ]);
    expect(times).toEqual([
      [0, undefined, 24],
      [48, 96, 144],
    ]);
  });

  it('has coarse values for three windows, and locks the later ones at high', () => {
    const [first, second] = made.postbackMappings;
    expect(made.postbackMappings.map(({ postbackSequenceIndex }) => postbackSequenceIndex)).toEqual([
      0, 1, 2,
    ]);
    expect(first?.lockWindowCoarseConversionValue).toBeUndefined();
    expect(second).toMatchObject({
      lockWindowCoarseConversionValue: 'HIGH',
      coarseGrainedConversionValueMappings: {
        highConversionValueMapping: {
          minTimePostInstallHours: 48,
          maxTimePostInstallHours: 168,
          mappedEvents: [{ mappedEventName: 'in_app_purchase' }],
        },
        mediumConversionValueMapping: {
          mappedEvents: [{ mappedEventName: 'signup' }, { mappedEventName: 'session_start' }],
        },
      },
    });
  });
});

describe('for Meta', () => {
  const NAMES = { defaultCurrency: 'USD', map: new Map([['bought_plan', 'StartTrial']]) };
  const [config] = toMeta(SCHEMA, NAMES).data;
  it('has rules from the highest value down, with currencies', () => {
    expect(config.default_currency).toBe('EUR');
    const values = config.conversion_value_rules.map(({ conversion_value }) => conversion_value);
    expect(values).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(config.conversion_value_rules[3]).toEqual({
      conversion_value: 5,
      events: [{ event_name: 'fb_mobile_purchase', values: [{ currency: 'EUR', amount: 5 }] }],
    });
  });

  it.each([
    ['signup', 'fb_mobile_complete_registration'],
    ['payment', 'fb_mobile_purchase'],
    ['open', 'fb_mobile_activate_app'],
    ['Add to cart', 'fb_mobile_add_to_cart'],
    ['bought_plan', 'StartTrial'],
    ['constructor', 'constructor'],
    ['level_42_boss', 'level_42_boss'],
  ])('names %s as its standard event, else as it is', (event, name) => {
    const schema: SkanSchema = { ...SCHEMA, bases: [{ type: 'funnel', steps: [event] }], values_used: 2 };
    const [{ conversion_value_rules, coarse_cv_configs, lock_window_rules }] = toMeta(schema, NAMES).data;
    const event_name = name;
    expect(conversion_value_rules[0]?.events).toEqual([{ event_name }]);
    expect(coarse_cv_configs[0]?.coarse_cv_rules[0]?.events).toEqual([{ event_name }]);
    expect(lock_window_rules.at(-1)).toMatchObject({ events: [{ event_name }] });
  });

  it('has no rule for 0, which means nothing there', () => {
    const [zero] = toMeta({ ...SCHEMA, install_value: 0 }, NAMES).data;
    expect(zero.conversion_value_rules.at(-1)?.conversion_value).toBe(1);
  });

  it('locks by time and by events', () => {
    expect(
      config.lock_window_rules.map((rule) => [rule.lock_window_type, rule.postback_sequence_index]),
    ).toEqual([
      ['time', 1],
      ['event', 2],
      ['event', 3],
    ]);
  });
});

it('is a list of values in use for apps', () => {
  const made = toSdk(SCHEMA, 3);
  expect(made).toMatchObject({ version: 3, measurement_window_hours: 24, install_value: 1 });
  expect(made.values.map(({ fine }) => fine)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
