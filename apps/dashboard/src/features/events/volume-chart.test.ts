import { describe, expect, it } from 'vitest';
import {
  ALL_EVENTS,
  bucketsOf,
  countIn,
  OTHER_EVENTS,
  topNames,
  volumePoints,
  volumeSeries,
} from './volume-chart.ts';

const event = (name: string, days: Record<string, number>, hours: Record<number, number> = {}) => ({
  name,
  count: Object.values(days).reduce((sum, count) => sum + count, 0),
  days: Object.entries(days).map(([date, count]) => ({ date, count })),
  hours: Object.entries(hours).map(([hour, count]) => ({ hour: Number(hour), count })),
});
const words = (name: string) => name.toUpperCase();
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => event(`e${at}`, { '2026-03-01': 20 - at, '2026-03-02': 1 }));

describe('the bars of a period', () => {
  it('are its days, or its hours where it is a single day and they are known', () => {
    const days = bucketsOf({ from: '2026-02-28', to: '2026-03-01' }, []);
    expect(days.map(({ from, hour }) => [from, hour])).toEqual([
      ['2026-02-28', null],
      ['2026-03-01', null],
    ]);
    const day = { from: '2026-03-01', to: '2026-03-01' };
    expect(bucketsOf(day, [event('tap', { '2026-03-01': 1 })])).toHaveLength(1);
    const hours = bucketsOf(day, [event('tap', { '2026-03-01': 3 }, { 0: 1, 23: 2 })]);
    expect(hours).toHaveLength(24);
    expect(hours.map((hour) => countIn(event('tap', {}, { 0: 1, 23: 2 }), hour)).filter(Boolean)).toEqual([
      1, 2,
    ]);
  });

  it('are weeks of a long period, the last of them as long as the period', () => {
    const weeks = bucketsOf({ from: '2026-01-01', to: '2026-05-03' }, []);
    expect(weeks[0]).toEqual({ from: '2026-01-01', to: '2026-01-07', hour: null });
    expect(weeks.at(-1)).toEqual({ from: '2026-04-30', to: '2026-05-03', hour: null });
    expect(countIn(event('tap', { '2026-01-01': 1, '2026-01-07': 2, '2026-01-08': 4 }), weeks[0]!)).toBe(3);
  });
});

describe('the series', () => {
  it('are the most frequent names, and the rest together', () => {
    expect(topNames(many(7))).toHaveLength(7);
    const series = volumeSeries(many(9), words);
    expect(series.map(({ label }) => label)).toEqual(['E0', 'E1', 'E2', 'E3', 'E4', 'E5', '3 other events']);
    expect(series.at(-1)?.key).toBe(OTHER_EVENTS);
    expect(series.some(({ key }) => key === ALL_EVENTS)).toBe(false);
  });

  it('add up to all events, bar by bar', () => {
    const events = many(9);
    const buckets = bucketsOf({ from: '2026-03-01', to: '2026-03-03' }, events);
    const series = volumeSeries(events, words);
    const points = volumePoints(events, buckets, { series, now: { day: '2026-03-03', hour: 4 } });
    const sums = points.map(({ values }) =>
      Object.values(values).reduce((sum: number, one) => sum + (one ?? 0), 0),
    );
    expect(sums).toEqual([events.reduce((sum, one) => sum + (one.days[0]?.count ?? 0), 0), 9, 0]);
    expect(points.map(({ isPartial }) => isPartial)).toEqual([false, false, true]);
    const hidden = series.filter(({ key }) => key !== 'e0');
    const without = volumePoints(events, buckets, { series: hidden, now: { day: '2026-03-09', hour: 4 } });
    expect(without[0]?.values.e0).toBeUndefined();
  });
});
