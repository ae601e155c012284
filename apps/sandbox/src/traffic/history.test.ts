import { describe, expect, test } from 'vitest';
import { DAY, dayOf, firstDate, HOUR, SECOND, ZONE_OFFSET } from './calendar.ts';
import { CAMPAIGNS } from './campaigns.data.ts';
import { createHistory } from './history.ts';
import { PRESETS } from './presets.ts';
import { itemsOf, type OpenRow } from './rows.ts';
import { createScenario, type ScenarioOptions } from './scenario.ts';
import { isOutage } from './story.ts';

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
const firsts = rows.opens.filter(({ kind }) => kind === 'install');
const openOf = new Map(rows.opens.map((row) => [row.handset.installId, row]));
const events = itemsOf(rows, 'capture-event');
const payments = itemsOf(rows, 'capture-payment');
const signups = itemsOf(rows, 'trigger').filter(
  ({ body }) => (body.user_data as { is_first_time_user: boolean }).is_first_time_user,
);
const isOf = (campaign: string) => (row: OpenRow) => row.slug?.replace(/-\d+$/, '') === campaign;

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
    const shifted = small().visits.map((row) => ({
      ...row,
      at: row.at + 14 * DAY,
      items: row.items.map((item) => ({ ...item, at: item.at + 14 * DAY })),
    }));
    expect(moved.visits).toEqual(shifted);
  });

  test('has the requested number of people, and about ten touches for each of them', () => {
    const people = new Set(firsts.filter(({ handset }) => handset.device.vendorId).map(({ at }) => at));
    expect(people.size).toBeGreaterThanOrEqual(PEOPLE);
    expect(firsts.length).toBeLessThan(1.05 * PEOPLE);
    expect(rows.touches.length / PEOPLE).toBeGreaterThan(6);
    expect(rows.touches.length / PEOPLE).toBeLessThan(16);
    expect(events.length / PEOPLE).toBeGreaterThan(8);
  });

  test('is between its first day and now, in the order of time', () => {
    for (const list of Object.values(rows)) {
      const times = (list as { at: number }[]).map(({ at }) => at);
      expect(times.length).toBeGreaterThan(10);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect(times[0]).toBeGreaterThanOrEqual(scenario.start);
      expect(times.at(-1)).toBeLessThan(scenario.until);
    }
    expect(dayOf(scenario, scenario.until)).toBe(PRESETS.days - 1);
  });

  test('sends nothing before it happened, and now and then later', () => {
    expect(rows.visits.filter(({ at, items }) => items.some((item) => item.at > at))).toEqual([]);
    const late = rows.visits.filter(({ at, items }) => at - items[0]!.at > HOUR);
    expect(late.length / rows.visits.length).toBeGreaterThan(0.005);
  });

  test('repeats no id', () => {
    for (const ids of [
      rows.touches.map(({ key }) => key),
      rows.opens.map(({ handset }) => handset.installId),
      events.map(({ body }) => body.event_id),
      payments.map(({ body }) => body.payment_id),
      rows.refunds.map((row) => row.payment_id),
      signups.map(({ body }) => (body.user_data as { id: string }).id),
    ]) {
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

describe('people', () => {
  test('are organic, or come through campaigns of uneven size', () => {
    const organic = firsts.filter(({ slug }) => slug === null).length / firsts.length;
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
    const share = (isOne: (device: OpenRow['handset']['device']) => boolean) =>
      firsts.filter(({ handset }) => isOne(handset.device)).length / firsts.length;
    expect(share(({ region }) => region.country === 'IN')).toBeGreaterThan(0.75);
    expect(new Set(firsts.map(({ handset }) => handset.device.region.country)).size).toBeGreaterThanOrEqual(
      6,
    );
    expect(share(({ platform }) => platform === 'ANDROID')).toBeGreaterThan(0.7);
    expect(new Set(firsts.map(({ handset }) => handset.device.model)).size).toBeGreaterThan(15);
  });

  test('come more on weekends and in the evening', () => {
    const local = firsts.map(({ at }) => new Date(at + ZONE_OFFSET));
    const on = (isOne: (at: Date) => boolean) => local.filter(isOne).length;
    const weekend = on((at) => [0, 6].includes(at.getUTCDay())) / 2;
    expect(weekend).toBeGreaterThan(1.1 * (on((at) => ![0, 6].includes(at.getUTCDay())) / 5));
    const between = (from: number, to: number) =>
      on((at) => at.getUTCHours() >= from && at.getUTCHours() < to);
    expect(between(18, 22)).toBeGreaterThan(5 * between(1, 5));
  });

  test('do nothing before they have the app, and pay nothing before they have an account', () => {
    const userOf = (body: Record<string, unknown>) => (body.user_data as { id: string }).id;
    const signedUp = new Map(signups.map(({ at, body }) => [userOf(body), at]));
    const early = rows.visits.filter(({ handset, items }) =>
      items.some(({ at }) => at < openOf.get(handset.installId)!.at),
    );
    expect(early).toEqual([]);
    expect(payments.filter(({ at, body }) => at <= signedUp.get(body.user_id as string)!)).toEqual([]);
    const paidAt = new Map(payments.map(({ at, body }) => [body.payment_id, at]));
    expect(rows.refunds.length).toBeGreaterThan(0);
    for (const { at, payment_id } of rows.refunds) expect(at).toBeGreaterThan(paidAt.get(payment_id)!);
    expect(new Set(payments.map(({ body }) => body.currency))).toEqual(new Set(['INR', 'USD']));
  });

  test('come back about as usual', () => {
    const active = new Set(
      rows.visits.flatMap(({ handset: { installId }, items }) =>
        items.map(
          ({ at }) => `${installId} ${dayOf(scenario, at) - dayOf(scenario, openOf.get(installId)!.at)}`,
        ),
      ),
    );
    const retention = (day: number) => {
      const old = firsts.filter(({ at }) => dayOf(scenario, at) + day < PRESETS.days - 1);
      return old.filter(({ handset }) => active.has(`${handset.installId} ${day}`)).length / old.length;
    };
    expect(Math.abs(retention(1) - 0.34)).toBeLessThan(0.06);
    expect(Math.abs(retention(7) - 0.17)).toBeLessThan(0.05);
    expect(Math.abs(retention(30) - 0.08)).toBeLessThan(0.03);
  });

  test('install again on the same phone, use a second one, and come back by links', () => {
    const again = rows.opens.filter(({ kind }) => kind === 'reinstall');
    expect(again.length / firsts.length).toBeGreaterThan(0.01);
    for (const { handset, at } of again) {
      const before = firsts.find((row) => row.handset.device.vendorId === handset.device.vendorId);
      expect(before!.at).toBeLessThan(at);
    }
    expect(firsts.length - PEOPLE).toBeGreaterThan(10);
    expect(rows.returns.length / PEOPLE).toBeGreaterThan(0.01);
  });
});

describe('the story', () => {
  const ctits = (campaign: string) =>
    firsts.filter(isOf(campaign)).map(({ at, touchedAt }) => at - touchedAt!);

  test('has a network whose clicks come moments before installs, or at any time of the day', () => {
    const injected = ctits('adhive-android');
    expect(injected.length).toBeGreaterThan(10);
    expect(Math.max(...injected)).toBeLessThan(10 * SECOND);
    const flooded = ctits('adhive-display');
    const late = flooded.filter((ms) => ms > 2 * HOUR).length / flooded.length;
    expect(late).toBeGreaterThan(0.7);
    const others = firsts
      .filter(({ slug }) => slug && !slug.startsWith('adhive'))
      .map(({ at, touchedAt }) => at - touchedAt!)
      .toSorted((one, other) => one - other);
    expect(others[0]).toBeGreaterThanOrEqual(0);
    const median = others[Math.floor(others.length / 2)]!;
    expect(median).toBeGreaterThan(90 * SECOND);
    expect(median).toBeLessThan(600 * SECOND);
  });

  test('has an ad that tires: as many click, and fewer install', () => {
    const [tired] = scenario.campaigns.flatMap(({ links }) => links.filter((link) => link.tiresForWeeks));
    const rate = (from: number, to: number) => {
      const within = ({ at }: { at: number }) => at >= from && at < to;
      const isOwn = (row: { slug: string | null }) => row.slug === tired!.slug;
      const clicks = rows.touches.filter((row) => within(row) && isOwn(row)).length;
      return { clicks, rate: firsts.filter((row) => within(row) && isOwn(row)).length / clicks };
    };
    const weeks = (ago: number) => scenario.until - ago * 7 * DAY;
    const before = rate(weeks(8), weeks(6));
    const now = rate(weeks(2), weeks(0));
    expect(now.clicks).toBeGreaterThan(0.7 * before.clicks);
    expect(now.rate).toBeLessThan(0.5 * before.rate);
  });

  test('has a day on which no payment on Android went through for hours', () => {
    const during = rows.visits.flatMap(({ handset, items }) =>
      items.filter(({ call, at }) => call === 'capture-payment' && isOutage(scenario, handset.device, at)),
    );
    expect(during.length).toBeGreaterThan(5);
    expect(during.every(({ body }) => body.status === 'PAYMENT_FAILED')).toBe(true);
    const failed = payments.filter(({ body }) => body.status === 'PAYMENT_FAILED').length;
    expect(failed / payments.length).toBeLessThan(0.1);
  });

  test('has a country of few people who pay much', () => {
    const share = (list: { country: string; weight: number }[]) => {
      const sum = (some: typeof list) => some.reduce((total, { weight }) => total + weight, 0);
      return sum(list.filter(({ country }) => country === 'AE')) / sum(list);
    };
    const rupees = { INR: 1, USD: 88 } as Record<string, number>;
    const installs = firsts.map(({ handset }) => ({ country: handset.device.region.country, weight: 1 }));
    const paid = rows.visits.flatMap(({ handset, items }) =>
      items
        .filter(({ body }) => body.status === 'PAYMENT_COMPLETED')
        .map(({ body }) => ({
          country: handset.device.region.country,
          weight: Number(body.amount) * rupees[body.currency as string]!,
        })),
    );
    expect(share(installs)).toBeLessThan(0.09);
    expect(share(paid)).toBeGreaterThan(0.2);
  });
});
