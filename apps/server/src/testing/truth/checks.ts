import { getCampaignDetails, listCampaigns } from '@trailmark/contract/campaign-report';
import { EVENT_METRICS, METRICS } from '@trailmark/contract/metrics';
import { getStats } from '@trailmark/contract/stats';
import type { TestPerson } from '../build.ts';
import { expectedMetric, of, type View } from './expected-metrics.ts';
import type { Dimensions, Facts } from './facts.ts';
import { addDays, daysFrom } from './zone.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** A person who reads the reports of part of a project. */
export interface ReportReader {
  label: string;
  /** Of each list of reports, every n-th is checked; all of them for 1. */
  every: number;
  /** Shifts the choice, so that each reader who does not check everything checks something else. */
  turn: number;
  person: TestPerson;
  query: Record<string, string>;
  has(dimensions: Dimensions): boolean;
  isBySegment: boolean;
}

export interface Subject {
  projectId: string;
  owner: TestPerson;
  campaigns: string[];
  facts: Facts;
  from: string;
  to: string;
  /** Calls go through here, so that it is known when one is under way. */
  reading<Answer>(call: Promise<Answer>): Promise<Answer>;
}

type Values = Record<string, number | string | null>;

export function same(one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other));
}

export function* unlike(where: string, actual: unknown, expected: unknown): Generator<string> {
  if (!same(actual, expected))
    yield `${where}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
}

export function* unlikeValues(
  where: string,
  actual: Values | null | undefined,
  view: View,
): Generator<string> {
  for (const [metric, value] of Object.entries(actual ?? { nothing: 1 })) {
    yield* unlike(`${where} ${metric}`, value, expectedMetric(view, metric));
  }
}

export function viewOf(
  subject: Subject,
  reader: ReportReader,
  range: { from: string; to: string; until?: string },
): View {
  const { has, isBySegment } = reader;
  return { facts: subject.facts, ...range, has, isBySegment };
}

export const narrow = (view: View, has: (dimensions: Dimensions) => boolean, isBySegment = false): View => ({
  ...view,
  has: (dimensions) => view.has(dimensions) && has(dimensions),
  isBySegment: view.isBySegment || isBySegment,
});

/** All metrics of a project. */
export function metricsOf({ facts }: Subject): string[] {
  const names = [
    ...new Set(facts.list.filter(({ what }) => what === 'events').map(({ name }) => name)),
  ].sort();
  return [
    ...Object.keys(METRICS),
    ...names.flatMap((name) => EVENT_METRICS.map((kind) => `${kind}:${name}`)),
  ];
}

function portions(metrics: string[]): string[] {
  const parts: string[] = [];
  for (let n = 0; n < metrics.length; n += 50) parts.push(metrics.slice(n, n + 50).join('|'));
  return parts;
}

export const KEYS: Record<string, (dimensions: Dimensions, facts: Facts) => string> = {
  network: ({ network }) => network,
  country: ({ country }) => country,
  platform: ({ platform }) => platform,
  campaign: ({ campaign }) => campaign,
  link: ({ campaign, link }) => `${campaign}:${link}`,
  ad_set: ({ campaign, link }, { raw }) => `${campaign}:${raw.links.get(link)?.ad_set ?? ''}`,
  creative: ({ campaign, link }, { raw }) => `${campaign}:${raw.links.get(link)?.creative ?? ''}`,
  ad_set_name: ({ link }, { raw }) => raw.links.get(link)?.ad_set ?? '',
  creative_name: ({ link }, { raw }) => raw.links.get(link)?.creative ?? '',
};
export const isBySegment = (group: string) => group === 'country' || group === 'platform';

interface Part {
  key: string;
  values: Values;
  previous?: Values | null;
}

/** Every row of a breakdown as the raw rows say, and none of them missing. */
function* unlikeParts(
  where: string,
  parts: Part[],
  { group, view, before, metrics }: { group: string; view: View; before: View; metrics: string },
): Generator<string> {
  const keyOf = (dimensions: Dimensions) => KEYS[group]?.(dimensions, view.facts) ?? '';
  for (const { key, values, previous } of parts) {
    const own = (one: View) => narrow(one, (dimensions) => keyOf(dimensions) === key, isBySegment(group));
    yield* unlikeValues(`${where} ${group} ${key}`, values, own(view));
    if (previous) yield* unlikeValues(`${where} ${group} ${key} before`, previous, own(before));
  }
  const shown = new Set(parts.map(({ key }) => key));
  const keys = new Set(view.facts.list.map(({ dimensions }) => keyOf(dimensions)));
  for (const key of keys) {
    if (shown.has(key)) continue;
    const own = narrow(view, (dimensions) => keyOf(dimensions) === key, isBySegment(group));
    const missing = metrics.split('|').filter((metric) => Number(expectedMetric(own, metric) ?? 0) !== 0);
    if (missing.length > 0) yield `${where} ${group} ${key} is not there, which has ${missing.join(', ')}`;
  }
}

/** Older days are read as a whole. */
const TIMED_DAYS = 60;

/** As many days before; of the last as many hours as today has had, where the days end with it. */
export function earlier({ from, to, facts }: Pick<Subject, 'from' | 'to' | 'facts'>) {
  const days = daysFrom(from, to) + 1;
  const { today, time } = facts.raw;
  const last = addDays(from, -1);
  const isTimed = to === today && daysFrom(last, today) <= TIMED_DAYS;
  return { from: addDays(from, -days), to: last, ...(isTimed ? { until: time } : {}) };
}

export async function* checkStats(subject: Subject, reader: ReportReader): AsyncGenerator<string> {
  const { from, to, projectId } = subject;
  const [view, before] = [viewOf(subject, reader, { from, to }), viewOf(subject, reader, earlier(subject))];
  for (const metrics of portions(metricsOf(subject))) {
    const query = { project_id: projectId, from, to, compare: 'previous' as const, metrics, ...reader.query };
    const found = await subject.reading(reader.person.call(getStats, { query }));
    const where = `stats of ${reader.label}`;
    yield* unlikeValues(`${where} total`, found.total, view);
    yield* unlikeValues(`${where} before`, found.previous, before);
    for (const { date, values } of someOf([...found.days, ...found.previous_days], reader)) {
      yield* unlikeValues(`${where} on ${date}`, values, onDay(view, before, date));
    }
    yield* unlikeParts(where, found.by_network, { group: 'network', view, before, metrics });
    yield* unlikeParts(where, found.by_country, { group: 'country', view, before, metrics });
    yield* unlikeParts(where, found.by_platform, { group: 'platform', view, before, metrics });
  }
}

/** A day of either period; the last of the previous one may end early. */
const onDay = (view: View, before: View, date: string): View =>
  date <= before.to
    ? { ...before, from: date, to: date, until: date === before.to ? before.until : undefined }
    : { ...view, from: date, to: date };

const GROUPS = [
  ...(['campaign', 'network', 'link', 'ad_set', 'creative', 'ad_set_name', 'creative_name'] as const),
  ...(['country', 'platform'] as const),
];

/** Part of a list for readers who do not check everything, another one for each. */
export function someOf<Item>(list: readonly Item[], { every, turn }: ReportReader): Item[] {
  return list.filter((_, n) => (n + turn) % every === 0);
}

export async function* checkTable(subject: Subject, reader: ReportReader): AsyncGenerator<string> {
  const { from, to, projectId } = subject;
  const all = viewOf(subject, reader, { from, to });
  for (const group_by of someOf(GROUPS, reader)) {
    const isOfAll = ['network', 'country', 'platform'].includes(group_by);
    const shownOf = (view: View) => (isOfAll ? view : narrow(view, ({ campaign }) => campaign !== NO_ID));
    const [view, before] = [shownOf(all), shownOf({ ...all, ...earlier(subject) })];
    for (const columns of portions(metricsOf(subject))) {
      const query = { project_id: projectId, from, to, columns, group_by, ...reader.query };
      const compare = 'previous' as const;
      const found = await subject.reading(
        reader.person.call(listCampaigns, { query: { ...query, compare, limit: 500 } }),
      );
      const rows = found.items.map((item) => ({ key: item.campaign_id, ...item }));
      const where = `table of ${reader.label}`;
      yield* unlikeParts(where, group_by === 'campaign' ? rows : found.groups, {
        group: group_by,
        view,
        before,
        metrics: columns,
      });
      const bySegment = isBySegment(group_by);
      yield* unlikeValues(
        `${where} ${group_by} totals`,
        found.totals,
        narrow(view, () => true, bySegment),
      );
      yield* unlikeValues(
        `${where} ${group_by} before`,
        found.previous_totals,
        narrow(before, () => true, bySegment),
      );
    }
  }
}

export async function* checkDetails(subject: Subject): AsyncGenerator<string> {
  const { from, to, projectId, owner } = subject;
  for (const campaign_id of subject.campaigns) {
    const has = ({ campaign }: Dimensions) => campaign === campaign_id;
    const view: View = { facts: subject.facts, from, to, has, isBySegment: false };
    const before = { ...view, ...earlier(subject) };
    for (const metrics of portions(metricsOf(subject))) {
      const query = { project_id: projectId, campaign_id, from, to, metrics, compare: 'previous' as const };
      const found = await subject.reading(owner.call(getCampaignDetails, { query }));
      const where = `details of ${campaign_id}`;
      yield* unlikeValues(`${where} total`, found.total, view);
      yield* unlikeValues(`${where} before`, found.previous, before);
      const days = [...found.days, ...found.previous_days].filter((_, n) => n % 5 === 0);
      for (const { date, values } of days) {
        yield* unlikeValues(`${where} on ${date}`, values, onDay(view, before, date));
      }
      const keyed = (parts: Part[]) => parts.map((part) => ({ ...part, key: `${campaign_id}:${part.key}` }));
      yield* unlikeParts(where, keyed(found.by_link), { group: 'link', view, before, metrics });
      yield* unlikeParts(where, keyed(found.by_ad_set), { group: 'ad_set', view, before, metrics });
      yield* unlikeParts(where, keyed(found.by_creative), { group: 'creative', view, before, metrics });
      yield* unlikeParts(where, found.by_country, { group: 'country', view, before, metrics });
      yield* unlikeParts(where, found.by_platform, { group: 'platform', view, before, metrics });
      for (const { step, count } of found.funnel)
        yield* unlike(`${where} ${step}`, count, expectedMetric(view, step));
      for (const { name, count, first_time_installs } of found.events) {
        yield* unlike(`${where} ${name}`, count, expectedMetric(view, `event:${name}`));
        yield* unlike(
          `${where} ${name} first`,
          first_time_installs,
          expectedMetric(view, `event_unique:${name}`),
        );
      }
      const names = new Set(of(view, 'events').map(({ name }) => name));
      yield* unlike(`${where} events`, found.events.length, names.size);
    }
  }
}
