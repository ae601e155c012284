import { getUserCohort } from '@trailmark/contract/cohorts';
import { METRICS } from '@trailmark/contract/metrics';
import { listRows } from '@trailmark/contract/rows';
import { getEvents } from '@trailmark/contract/stats';
import { getCredits, getDataUsages } from '@trailmark/contract/usage';
import {
  earlier,
  isBySegment,
  KEYS,
  metricsOf,
  narrow,
  type ReportReader,
  type Subject,
  someOf,
  unlike,
  viewOf,
} from './checks.ts';
import { cohortCellsOf } from './cohorts.ts';
import { converted, distinct, expectedMetric, of, type View } from './expected-metrics.ts';
import type { Dimensions } from './facts.ts';
import { shown } from './money.ts';
import { addDays } from './zone.ts';

const COHORTS = [
  ...(['classic', 'rolling', 'cumulative'] as const).map((mode) => ({ metric: 'retention' as const, mode })),
  ...(['revenue', 'ltv', 'roas'] as const).map((money) => ({ metric: money, mode: 'classic' as const })),
];
const COHORT_ROWS = [
  ...(['day', 'week', 'month'] as const).map((span) => ({ span, group_by: 'none' as const })),
  ...(['campaign', 'network', 'country', 'platform'] as const).map((group_by) => ({
    span: 'day' as const,
    group_by,
  })),
];

/** The last day of a row that begins on a day. */
function endOf(span: string, first: string, to: string): string {
  const sunday = addDays(first, (7 - new Date(first).getUTCDay()) % 7);
  const next = new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 0));
  const last = span === 'day' ? first : span === 'week' ? sunday : next.toISOString().slice(0, 10);
  return last < to ? last : to;
}

export async function* checkCohorts(subject: Subject, reader: ReportReader): AsyncGenerator<string> {
  const { from, to, projectId } = subject;
  const view = viewOf(subject, reader, { from, to });
  const tables = COHORT_ROWS.flatMap((rows) => COHORTS.map((one) => ({ rows, ...one })));
  for (const { rows, metric: money, mode } of someOf(tables, reader)) {
    const table = { metric: money, mode, days: rows.span === 'month' ? 90 : 9 };
    const query = { project_id: projectId, from, to, ...rows, ...table, ...reader.query };
    const found = await subject.reading(reader.person.call(getUserCohort, { query }));
    const where = `cohorts of ${reader.label} ${rows.span} ${rows.group_by} ${money} ${mode}`;
    const isKeyed = rows.group_by !== 'none';
    const keyOf = (dimensions: Dimensions) => KEYS[rows.group_by]?.(dimensions, subject.facts) ?? '';
    const bySegment = isBySegment(rows.group_by);
    const ownOf = (key: string): View =>
      isKeyed
        ? narrow(view, (dimensions) => keyOf(dimensions) === key, bySegment)
        : { ...view, from: key, to: endOf(rows.span, key, to) };
    let installs = 0;
    for (const row of [{ ...found.total, key: null }, ...found.rows]) {
      const own = row.key === null ? narrow(view, () => true, bySegment) : ownOf(row.key);
      const expected = cohortCellsOf(own, table);
      for (const [n, cell] of row.cells.entries()) {
        const at = `${where} ${row.key ?? 'total'} day ${cell.day}`;
        for (const part of ['value', 'of', 'over'] as const) {
          yield* unlike(`${at} ${part}`, cell[part], expected[n]?.[part]);
        }
      }
      yield* unlike(`${where} ${row.key ?? 'total'} spend`, row.spend, expectedMetric(own, 'spend'));
      installs += row.key === null ? -row.cohort_size : row.cohort_size;
    }
    yield* unlike(`${where} installs of rows less those of the total`, installs, 0);
  }
}

export async function* checkEvents(subject: Subject, reader: ReportReader): AsyncGenerator<string> {
  const { from, to, projectId } = subject;
  const query = { project_id: projectId, from, to, compare: 'previous' as const, distinct: 'true' as const };
  const found = await subject.reading(
    reader.person.call(getEvents, { query: { ...query, ...reader.query } }),
  );
  const [view, before] = [viewOf(subject, reader, { from, to }), viewOf(subject, reader, earlier(subject))];
  const where = `events of ${reader.label}`;
  for (const event of found.events) {
    const at = `${where} ${event.name}`;
    yield* unlike(at, event.count, expectedMetric(view, `event:${event.name}`));
    yield* unlike(`${at} before`, event.previous_count, expectedMetric(before, `event:${event.name}`));
    yield* unlike(
      `${at} first`,
      event.first_time_installs,
      expectedMetric(view, `event_unique:${event.name}`),
    );
    yield* unlike(`${at} installs`, event.installs, distinct(of(view, 'events', event.name)));
    for (const { date, count } of event.days) {
      yield* unlike(
        `${at} on ${date}`,
        count,
        expectedMetric({ ...view, from: date, to: date }, `event:${event.name}`),
      );
    }
    yield* unlike(
      `${at} days`,
      event.days.reduce((sum, { count }) => sum + count, 0),
      event.count,
    );
    const money: Record<string, () => string> = {
      $payment: () => shown(converted(view, of(view, 'payments'))),
      $refund: () => shown(-converted(view, of(view, 'refunds'))),
    };
    yield* unlike(`${at} revenue`, event.revenue, money[event.name]?.() ?? null);
  }
  const names = new Set([...of(view, 'events'), ...of(before, 'events')].map(({ name }) => name));
  yield* unlike(`${where} names`, found.events.length, names.size);
}

const PARTS: [string, (dimensions: Dimensions, facts: Subject['facts']) => string][] = [
  ['link_id', ({ link }) => link],
  ['ad_set', ({ link }, { raw }) => raw.links.get(link)?.ad_set ?? ''],
  ['creative', ({ link }, { raw }) => raw.links.get(link)?.creative ?? ''],
];

/** A link, an ad set or a creative that something was counted for, another one for each number. */
function partOf({ facts }: Subject, n: number) {
  const [name = '', keyOf = () => ''] = PARTS[n % PARTS.length] ?? [];
  const keys = [...new Set(facts.list.map(({ dimensions }) => keyOf(dimensions, facts)))].sort();
  const key = keys[Math.floor(n / PARTS.length) % keys.length] ?? '';
  return { query: { [name]: key }, has: (dimensions: Dimensions) => keyOf(dimensions, facts) === key };
}

export async function* checkRows(subject: Subject, reader: ReportReader): AsyncGenerator<string> {
  const { from, to, projectId } = subject;
  const view = viewOf(subject, reader, { from, to });
  const names = metricsOf(subject).filter((key) => /^event(_unique|_attributed)?:/.test(key));
  const metrics = Object.keys(METRICS).filter((key) => METRICS[key]?.rows);
  for (const [n, metric] of someOf([...metrics, ...names], reader).entries()) {
    const query = { project_id: projectId, from, to, metric, limit: 200, ...reader.query };
    const found = await subject.reading(reader.person.call(listRows, { query }));
    yield* unlike(`rows of ${reader.label} ${metric}`, found.count, expectedMetric(view, metric));
    const part = partOf(subject, n);
    const own = await subject.reading(
      reader.person.call(listRows, { query: { ...query, limit: 1, ...part.query } }),
    );
    const where = `rows of ${reader.label} ${JSON.stringify(part.query)} ${metric}`;
    yield* unlike(where, own.count, expectedMetric(narrow(view, part.has), metric));
  }
}

export async function* checkUsage(subject: Subject): AsyncGenerator<string> {
  const { from, to, projectId, owner, facts } = subject;
  const found = await subject.reading(
    owner.call(getDataUsages, { query: { project_id: projectId, from, to } }),
  );
  const has = () => true;
  const parts = [
    { ...found.total, from, to },
    ...found.days.map((day) => ({ ...day, from: day.date, to: day.date })),
    ...found.months.map((month) => ({ ...month, from: `${month.month}-01`, to: `${month.month}-31` })),
  ];
  for (const part of parts) {
    const [first, last] = [part.from < from ? from : part.from, part.to > to ? to : part.to];
    const view: View = { facts, from: first, to: last, has, isBySegment: false };
    const where = `usage ${first} to ${last}`;
    yield* unlike(`${where} clicks`, part.clicks, expectedMetric(view, 'clicks'));
    yield* unlike(`${where} events`, part.events, expectedMetric(view, 'events'));
    yield* unlike(
      `${where} attributed`,
      part.attributed_installs,
      expectedMetric(view, 'attributed_installs'),
    );
    yield* unlike(`${where} organic`, part.organic_installs, expectedMetric(view, 'organic_installs'));
  }
  const credits = await subject.reading(owner.call(getCredits, { query: { project_id: projectId } }));
  const ever: View = { facts, from: '0001-01-01', to: '9999-12-31', has, isBySegment: false };
  yield* unlike('credits used', credits.used, expectedMetric(ever, 'attributed_installs'));
}
