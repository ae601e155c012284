import { getExplainedChange } from '@trailmark/contract/explain-change';
import { getHours } from '@trailmark/contract/hours';
import { getStats } from '@trailmark/contract/stats';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { foldDeltas } from '../../rollups/fold.ts';
import { buildReportFixture, type ReportCampaign, type ReportFixture } from '../../testing/report-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let fixture: ReportFixture;
let paid: ReportCampaign;
/** 14:40 of the 12th in Kathmandu. */
const NOW = new Date('2026-03-12T08:55:00Z');
const [TODAY, BEFORE] = ['2026-03-12', '2026-03-11'];

/** On both days something every three hours; what the clock of today has not reached has not happened. */
beforeAll(async () => {
  server = await startTestServer();
  server.clock.set(new Date(NOW.getTime() - 3 * DAY_MS));
  fixture = await buildReportFixture(server, { timezone: 'Asia/Kathmandu' });
  paid = await fixture.campaign('Holi', 'META');
  let n = 0;
  for (let at = NOW.getTime() - 2 * DAY_MS; at < NOW.getTime(); at += 3 * HOUR_MS) {
    n += 1;
    server.clock.set(new Date(at));
    const phone = await fixture.install(n % 3 === 0 ? undefined : paid, { ip: `81.2.69.${n}` });
    await phone.event('buy', { event_id: `e${n}` });
    await fixture.pay(phone, `p${n}`, 7 * n);
    if (n === 9) await foldDeltas(server.db);
  }
  server.clock.set(NOW);
  await fixture.spend(paid, BEFORE, '30');
});
afterAll(() => server.stop());

const query = (more: object = {}) => ({ project_id: fixture.projectId, ...more });
const stats = (more: object) => fixture.owner.call(getStats, { query: query(more) });

/** A plain count of raw rows of a local day, up to a local time. */
async function plain(day: string, until: string) {
  const local = (at: string) => sql`${sql.ref(at)} at time zone 'Asia/Kathmandu'`;
  const isThen = (at: string) =>
    sql`${local(at)} >= ${day}::timestamp and ${local(at)} < ${`${day} ${until}`}::timestamp`;
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from installs where project_id = ${fixture.projectId} and ${isThen('installed_at')}) as installs,
      (select count(*) from clicks where project_id = ${fixture.projectId} and ${isThen('clicked_at')}) as clicks,
      (select count(*) from events where project_id = ${fixture.projectId} and name = 'buy'
        and ${isThen('occurred_at')}) as "event:buy",
      (select coalesce(sum(amount), 0)::float8 from events where project_id = ${fixture.projectId} and kind = 'payment'
        and ${isThen('occurred_at')}) as revenue,
      (select count(distinct install_id) from events where project_id = ${fixture.projectId}
        and kind <> 'refund' and ${isThen('occurred_at')}) as dau`.execute(server.db);
  return rows[0] ?? {};
}

const METRICS = ['installs', 'clicks', 'event:buy', 'revenue', 'dau'];
const numbers = (values: Record<string, number | string | null> | null | undefined) =>
  Object.fromEntries(METRICS.map((metric) => [metric, Number(values?.[metric])]));

describe('a day that is not over', () => {
  test('is compared with as many hours of the day before, folded or not', async () => {
    const expected = await plain(BEFORE, '14:40');
    const whole = await plain(BEFORE, '24:00');
    expect(expected.installs).toBeLessThan(whole.installs ?? 0);
    for (const _ of ['half folded', 'folded']) {
      const found = await stats({ from: TODAY, to: TODAY, compare: 'previous', metrics: METRICS.join('|') });
      expect(found.compared).toEqual({ from: BEFORE, to: BEFORE, until: '14:40' });
      expect(numbers(found.total)).toEqual(numbers(await plain(TODAY, '24:00')));
      expect(numbers(found.previous)).toEqual(numbers(expected));
      expect(numbers(found.previous_days[0]?.values)).toEqual(numbers(expected));
      const byNetwork = found.by_network.reduce((sum, row) => sum + Number(row.previous?.installs), 0);
      expect(byNetwork).toBe(expected.installs);
      await foldDeltas(server.db);
    }
    const over = await stats({ from: BEFORE, to: BEFORE, metrics: METRICS.join('|') });
    expect(numbers(over.total)).toEqual(numbers(whole));
  });

  test('ends only the last day of a longer period early, and counts spend by day', async () => {
    const found = await stats({
      from: TODAY,
      to: '2026-03-14',
      compare: BEFORE,
      metrics: 'installs|spend',
    });
    expect(found.compared).toEqual({ from: BEFORE, to: BEFORE, until: '14:40' });
    const weekdays = await stats({ from: TODAY, to: TODAY, compare: 'weekdays', metrics: 'installs' });
    expect(weekdays.compared).toEqual({ from: '2026-03-05', to: '2026-03-05', until: '14:40' });
    const year = await stats({ from: TODAY, to: TODAY, compare: 'year', metrics: 'installs' });
    expect(year.compared).toEqual({ from: '2025-03-12', to: '2025-03-12', until: null });
    expect(Number(found.previous?.spend)).toBe(30);
  });

  test('has a change whose parts add up to the difference of plain counts', async () => {
    const change = await fixture.owner.call(getExplainedChange, {
      query: query({ from: TODAY, to: TODAY, metric: 'revenue' }) as never,
    });
    const [now, then] = [await plain(TODAY, '24:00'), await plain(BEFORE, '14:40')];
    const difference = Number(now.revenue) - Number(then.revenue);
    expect(Number(change.change)).toBeCloseTo(difference, 6);
    expect(change.explained_by.map(({ by }) => by)).toEqual(['network', 'campaign', 'country', 'platform']);
    for (const { parts } of change.explained_by) {
      const sum = parts.reduce((total, { contribution }) => total + Number(contribution), 0);
      expect(sum).toBeCloseTo(difference, 6);
    }
  });
});

describe('the hours of a day', () => {
  const hours = (day: string, metric: string, more: object = {}) =>
    fixture.owner.call(getHours, { query: { ...query(), day, metric, ...more } as never });

  test('are what raw rows say, and add up to the day', async () => {
    for (const metric of [
      'installs',
      'clicks',
      'unique_clicks',
      'attributed_installs',
      'event:buy',
      'revenue',
    ]) {
      const found = await hours(TODAY, metric);
      expect(found.hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, n) => n));
      const sum = (key: 'value' | 'previous') =>
        found.hours.reduce((total, one) => total + Number(one[key] ?? 0), 0);
      const days = await stats({ from: BEFORE, to: TODAY, metrics: metric });
      expect([sum('previous'), sum('value')]).toEqual(days.days.map(({ values }) => Number(values[metric])));
      expect(found.hours.map(({ value }) => value === null)).toEqual(
        found.hours.map(({ hour }) => hour > 14),
      );
    }
    const { rows } = await sql<{ hour: number; count: number }>`
      select extract(hour from installed_at at time zone 'Asia/Kathmandu')::int as hour, count(*)::int as count
      from installs where project_id = ${fixture.projectId}
        and (installed_at at time zone 'Asia/Kathmandu')::date = ${BEFORE}::date
      group by 1 order by 1`.execute(server.db);
    const { hours: found } = await hours(BEFORE, 'installs');
    expect(
      found.filter(({ value }) => value !== 0).map(({ hour, value }) => ({ hour, count: value })),
    ).toEqual(rows);
  });

  test('are of the campaigns that are asked for', async () => {
    const { hours: found } = await hours(BEFORE, 'installs', { campaigns: paid.id });
    const { total } = await stats({
      from: BEFORE,
      to: BEFORE,
      metrics: 'installs',
      campaigns: paid.id,
    });
    expect(found.reduce((sum, { value }) => sum + Number(value), 0)).toBe(total.installs);
    expect(Number(total.installs)).toBeGreaterThan(0);
  });

  test('are not known of spend, of activity, and of days long ago', async () => {
    for (const metric of ['spend', 'cpi', 'dau', 'payers', 'retention_d1']) {
      expect(await hours(TODAY, metric)).toMatchObject({ hours: [], unknown: 'metric' });
    }
    expect(await hours('2025-03-12', 'installs')).toMatchObject({ hours: [], unknown: 'day' });
    await expect(hours('2026-02-30', 'installs')).rejects.toMatchObject({ status: 400 });
  });
});
