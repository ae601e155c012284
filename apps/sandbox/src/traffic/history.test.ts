import { describe, expect, test } from 'vitest';
import { DAY, dayOf, firstDate, SECOND, ZONE_OFFSET } from './calendar.ts';
import { CAMPAIGNS } from './campaigns.data.ts';
import { createHistory } from './history.ts';
import { PRESETS } from './presets.ts';
import { createScenario, type ScenarioOptions } from './scenario.ts';

const UNTIL = new Date('2026-03-10T10:00:00Z');
const PEOPLE = 2500;

function scenarioOptions(given: Partial<ScenarioOptions> = {}): ScenarioOptions {
  return {
    seed: 'kite',
    start: firstDate(UNTIL, PRESETS.days),
    until: UNTIL.toISOString(),
    people: PEOPLE,
    ...given,
  };
}

const scenario = createScenario(scenarioOptions());
const rows = createHistory(scenario);
const time = (text: string) => Date.parse(text);
const installs = new Map(rows.installs.map((row) => [row.install_instance_id, row]));
const firsts = rows.installs.filter(({ kind }) => kind === 'install');
const events = [...rows.events, ...rows.late];

describe('a history', () => {
  const small = (given: Partial<ScenarioOptions> = {}) =>
    createHistory(createScenario(scenarioOptions({ people: 120, ...given })));

  test('is the same for the same seed, and another for another', () => {
    expect(small()).toEqual(small());
    expect(small({ seed: 'other' })).not.toEqual(small());
  });

  test('is the same, weeks later, when it begins weeks later', () => {
    const later = new Date(UNTIL.getTime() + 14 * DAY);
    const moved = small({ start: firstDate(later, PRESETS.days), until: later.toISOString() });
    const shift = (text: string) => new Date(time(text) + 14 * DAY).toISOString();
    const shifted = small().events.map((row) => ({ ...row, occurred_at: shift(row.occurred_at) }));
    expect(moved.events).toEqual(shifted);
  });

  test('has the requested number of people, and the totals that the demo promises', () => {
    const seconds = firsts.filter(({ user_id }) => user_id);
    expect(firsts.length - seconds.length).toBe(PEOPLE);
    const share = PRESETS.people / PEOPLE;
    expect(firsts.length * share).toBeGreaterThan(20_000);
    expect(events.length * share).toBeGreaterThan(300_000);
    expect(rows.clicks.length * share).toBeGreaterThan(120_000);
    expect(rows.clicks.length * share).toBeLessThan(180_000);
  });

  test('is between its first day and now', () => {
    const times = Object.values(rows).flatMap((list) =>
      list.flatMap((row: object) =>
        Object.entries(row).flatMap(([name, value]) => (name.endsWith('_at') ? time(value as string) : [])),
      ),
    );
    expect(times.length).toBeGreaterThan(events.length);
    expect(times.every((at) => at >= scenario.start && at < scenario.until)).toBe(true);
    expect(dayOf(scenario, scenario.until)).toBe(PRESETS.days - 1);
  });

  test('is in the order of time, except for late events', () => {
    const isOrdered = (list: string[]) => list.every((at, index) => index === 0 || at >= list[index - 1]!);
    expect(isOrdered(rows.events.map((row) => row.occurred_at))).toBe(true);
    expect(isOrdered(rows.clicks.map((row) => row.clicked_at))).toBe(true);
    expect(isOrdered(rows.installs.map((row) => row.installed_at))).toBe(true);
    expect(rows.late.length / events.length).toBeGreaterThan(0.005);
  });

  test('repeats no id', () => {
    for (const ids of [
      [...rows.clicks, ...rows.impressions].map((row) => `${row.slug} ${row.id}`),
      rows.installs.map((row) => row.install_instance_id),
      events.map((row) => row.event_id),
      rows.payments.map((row) => row.payment_id),
      rows.refunds.map((row) => row.payment_id),
      rows.signups.map((row) => row.user_id),
    ]) {
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

describe('people', () => {
  test('are organic, or come through campaigns of uneven size', () => {
    const organic = firsts.filter(({ match_type }) => match_type === 'organic').length / firsts.length;
    expect(organic).toBeGreaterThan(0.31);
    expect(organic).toBeLessThan(0.42);
    const counts = new Map<string, number>();
    for (const { slug } of firsts) {
      const name = slug?.replace(/-\d+$/, '');
      if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    expect(counts.size).toBeGreaterThanOrEqual(CAMPAIGNS.length - 2);
    expect(Math.max(...counts.values())).toBeGreaterThan(20 * Math.min(...counts.values()));
  });

  test('are mostly in India, and mostly on Android', () => {
    const share = (isOne: (row: (typeof firsts)[number]) => boolean) =>
      firsts.filter(isOne).length / firsts.length;
    expect(share(({ country }) => country === 'IN')).toBeGreaterThan(0.75);
    expect(new Set(firsts.map(({ country }) => country)).size).toBeGreaterThanOrEqual(6);
    expect(share(({ platform }) => platform === 'ANDROID')).toBeGreaterThan(0.7);
    expect(new Set(firsts.map(({ model }) => model)).size).toBeGreaterThan(15);
  });

  test('come more on weekends and in the evening', () => {
    const local = firsts.map(({ installed_at }) => new Date(time(installed_at) + ZONE_OFFSET));
    const on = (isOne: (at: Date) => boolean) => local.filter(isOne).length;
    const weekend = on((at) => [0, 6].includes(at.getUTCDay())) / 2;
    expect(weekend).toBeGreaterThan(1.1 * (on((at) => ![0, 6].includes(at.getUTCDay())) / 5));
    const between = (from: number, to: number) =>
      on((at) => at.getUTCHours() >= from && at.getUTCHours() < to);
    expect(between(18, 22)).toBeGreaterThan(5 * between(1, 5));
  });

  test('touch an ad before they install, and injected clicks come moments before', () => {
    const injected: number[] = [];
    const others: number[] = [];
    for (const { slug, touched_at, installed_at } of firsts) {
      if (!slug || !touched_at) continue;
      const list = slug.startsWith('adhive') ? injected : others;
      list.push(time(installed_at) - time(touched_at));
    }
    expect(injected.length).toBeGreaterThan(10);
    expect(Math.max(...injected)).toBeLessThan(10 * SECOND);
    expect(others.every((ms) => ms >= 0)).toBe(true);
    const sorted = others.sort((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)]!;
    expect(median).toBeGreaterThan(90 * SECOND);
    expect(median).toBeLessThan(600 * SECOND);
    expect(rows.installs.some(({ match_type }) => match_type === 'view')).toBe(true);
  });

  test('do nothing before they have the app, and pay nothing before they have an account', () => {
    const signedUp = new Map(rows.signups.map((row) => [row.user_id, time(row.occurred_at)]));
    const early = [...events, ...rows.payments, ...rows.signups].filter(
      (row) => time(row.occurred_at) < time(installs.get(row.install_instance_id)!.installed_at),
    );
    expect(early).toEqual([]);
    for (const row of rows.payments)
      expect(time(row.occurred_at)).toBeGreaterThan(signedUp.get(row.user_id)!);
    const paidAt = new Map(rows.payments.map((row) => [row.payment_id, time(row.occurred_at)]));
    expect(rows.refunds.length).toBeGreaterThan(0);
    for (const row of rows.refunds)
      expect(time(row.occurred_at)).toBeGreaterThan(paidAt.get(row.payment_id)!);
    expect(new Set(rows.payments.map(({ currency }) => currency))).toEqual(new Set(['INR', 'USD']));
  });

  test('come back about as usual, and those of a bad source do not', () => {
    const active = new Set(
      events.map((row) => {
        const at = time(installs.get(row.install_instance_id)!.installed_at);
        return `${row.install_instance_id} ${dayOf(scenario, time(row.occurred_at)) - dayOf(scenario, at)}`;
      }),
    );
    const retention = (day: number, isOne: (slug: string | undefined) => boolean = () => true) => {
      const old = firsts.filter(
        (row) => isOne(row.slug) && dayOf(scenario, time(row.installed_at)) + day < PRESETS.days - 1,
      );
      return old.filter((row) => active.has(`${row.install_instance_id} ${day}`)).length / old.length;
    };
    expect(Math.abs(retention(1) - 0.35)).toBeLessThan(0.05);
    expect(Math.abs(retention(7) - 0.18)).toBeLessThan(0.04);
    expect(Math.abs(retention(30) - 0.08)).toBeLessThan(0.03);
    expect(retention(1, (slug) => Boolean(slug?.startsWith('adhive')))).toBeLessThan(0.2);
  });

  test('install again on the same phone, and use a second one under the same name', () => {
    const again = rows.installs.filter(({ kind }) => kind === 'reinstall');
    expect(again.length / firsts.length).toBeGreaterThan(0.01);
    for (const { vendor_id, installed_at } of again) {
      const before = firsts.find((row) => row.vendor_id === vendor_id);
      expect(time(before!.installed_at)).toBeLessThan(time(installed_at));
    }
    const seconds = firsts.filter(({ user_id }) => user_id);
    expect(seconds.length).toBeGreaterThan(10);
    const names = new Set(rows.signups.map(({ user_id }) => user_id));
    expect(seconds.every(({ user_id }) => names.has(user_id!))).toBe(true);
  });
});
