import { getCampaignDetails, listCampaigns } from '@trailmark/contract/campaign-report';
import { EVENT_METRICS, METRICS } from '@trailmark/contract/metrics';
import { getStats } from '@trailmark/contract/stats';
import type { TestPerson } from '../build.ts';
import type { Facts, Place } from './facts.ts';
import { figure, of, type View } from './figures.ts';
import { addDays, daysFrom } from './zone.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Somebody who asks for part of a project. */
export interface Asker {
  label: string;
  /** From each list of what there is to ask, every so-manieth; all of it for 1. */
  every: number;
  /** Tells those apart who are not asked everything, so that each is asked something else. */
  turn: number;
  person: TestPerson;
  query: Record<string, string>;
  has(place: Place): boolean;
  isOfPlaces: boolean;
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
    yield* unlike(`${where} ${metric}`, value, figure(view, metric));
  }
}

export function viewOf(subject: Subject, asker: Asker, range: { from: string; to: string }): View {
  const { has, isOfPlaces } = asker;
  return { facts: subject.facts, from: range.from, to: range.to, has, isOfPlaces };
}

export const narrow = (view: View, has: (place: Place) => boolean, isOfPlaces = false): View => ({
  ...view,
  has: (place) => view.has(place) && has(place),
  isOfPlaces: view.isOfPlaces || isOfPlaces,
});

/** Figures in portions that a call takes. */
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

export const KEYS: Record<string, (place: Place, facts: Facts) => string> = {
  network: ({ network }) => network,
  country: ({ country }) => country,
  platform: ({ platform }) => platform,
  campaign: ({ campaign }) => campaign,
  link: ({ campaign, link }) => `${campaign}:${link}`,
  ad_set: ({ campaign, link }, { raw }) => `${campaign}:${raw.links.get(link)?.ad_set ?? ''}`,
  creative: ({ campaign, link }, { raw }) => `${campaign}:${raw.links.get(link)?.creative ?? ''}`,
};
export const isOfPlaces = (group: string) => group === 'country' || group === 'platform';

interface Part {
  key: string;
  values: Values;
  previous?: Values | null;
}

/** Every part as the rows say, and none of them missing. */
function* unlikeParts(
  where: string,
  parts: Part[],
  { group, view, before, metrics }: { group: string; view: View; before: View; metrics: string },
): Generator<string> {
  const keyOf = (place: Place) => KEYS[group]?.(place, view.facts) ?? '';
  for (const { key, values, previous } of parts) {
    const own = (one: View) => narrow(one, (place) => keyOf(place) === key, isOfPlaces(group));
    yield* unlikeValues(`${where} ${group} ${key}`, values, own(view));
    if (previous) yield* unlikeValues(`${where} ${group} ${key} before`, previous, own(before));
  }
  const shown = new Set(parts.map(({ key }) => key));
  const keys = new Set(view.facts.list.map(({ place }) => keyOf(place)));
  for (const key of keys) {
    if (shown.has(key)) continue;
    const own = narrow(view, (place) => keyOf(place) === key, isOfPlaces(group));
    const missing = metrics.split('|').filter((metric) => Number(figure(own, metric) ?? 0) !== 0);
    if (missing.length > 0) yield `${where} ${group} ${key} is not there, which has ${missing.join(', ')}`;
  }
}

export function earlier({ from, to }: { from: string; to: string }) {
  const days = daysFrom(from, to) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}

export async function* checkStats(subject: Subject, asker: Asker): AsyncGenerator<string> {
  const { from, to, projectId } = subject;
  const [view, before] = [
    viewOf(subject, asker, { from, to }),
    viewOf(subject, asker, earlier({ from, to })),
  ];
  for (const metrics of portions(metricsOf(subject))) {
    const query = { project_id: projectId, from, to, compare: 'previous' as const, metrics, ...asker.query };
    const found = await subject.reading(asker.person.call(getStats, { query }));
    const where = `stats of ${asker.label}`;
    yield* unlikeValues(`${where} total`, found.total, view);
    yield* unlikeValues(`${where} before`, found.previous, before);
    for (const { date, values } of someOf([...found.days, ...found.previous_days], asker)) {
      yield* unlikeValues(`${where} on ${date}`, values, { ...view, from: date, to: date });
    }
    yield* unlikeParts(where, found.by_network, { group: 'network', view, before, metrics });
    yield* unlikeParts(where, found.by_country, { group: 'country', view, before, metrics });
    yield* unlikeParts(where, found.by_platform, { group: 'platform', view, before, metrics });
  }
}

const GROUPS = ['campaign', 'network', 'link', 'ad_set', 'creative', 'country', 'platform'] as const;

/** Part of a list for those who are not asked everything, another one for each. */
export function someOf<Item>(list: readonly Item[], { every, turn }: Asker): Item[] {
  return list.filter((_, n) => (n + turn) % every === 0);
}

export async function* checkTable(subject: Subject, asker: Asker): AsyncGenerator<string> {
  const { from, to, projectId } = subject;
  const all = viewOf(subject, asker, { from, to });
  for (const group_by of someOf(GROUPS, asker)) {
    const isOfAll = ['network', 'country', 'platform'].includes(group_by);
    const shownOf = (view: View) => (isOfAll ? view : narrow(view, ({ campaign }) => campaign !== NO_ID));
    const [view, before] = [shownOf(all), shownOf({ ...all, ...earlier({ from, to }) })];
    for (const columns of portions(metricsOf(subject))) {
      const query = { project_id: projectId, from, to, columns, group_by, ...asker.query };
      const compare = 'previous' as const;
      const found = await subject.reading(
        asker.person.call(listCampaigns, { query: { ...query, compare, limit: 500 } }),
      );
      const rows = found.items.map((item) => ({ key: item.campaign_id, ...item }));
      const where = `table of ${asker.label}`;
      yield* unlikeParts(where, group_by === 'campaign' ? rows : found.groups, {
        ...{ group: group_by, view, before, metrics: columns },
      });
      const places = isOfPlaces(group_by);
      yield* unlikeValues(
        `${where} ${group_by} totals`,
        found.totals,
        narrow(view, () => true, places),
      );
      yield* unlikeValues(
        `${where} ${group_by} before`,
        found.previous_totals,
        narrow(before, () => true, places),
      );
    }
  }
}

export async function* checkDetails(subject: Subject): AsyncGenerator<string> {
  const { from, to, projectId, owner } = subject;
  for (const campaign_id of subject.campaigns) {
    const has = ({ campaign }: Place) => campaign === campaign_id;
    const view: View = { facts: subject.facts, from, to, has, isOfPlaces: false };
    const before = { ...view, ...earlier({ from, to }) };
    for (const metrics of portions(metricsOf(subject))) {
      const query = { project_id: projectId, campaign_id, from, to, metrics, compare: 'previous' as const };
      const found = await subject.reading(owner.call(getCampaignDetails, { query }));
      const where = `details of ${campaign_id}`;
      yield* unlikeValues(`${where} total`, found.total, view);
      yield* unlikeValues(`${where} before`, found.previous, before);
      const days = [...found.days, ...found.previous_days].filter((_, n) => n % 5 === 0);
      for (const { date, values } of days) {
        yield* unlikeValues(`${where} on ${date}`, values, { ...view, from: date, to: date });
      }
      const keyed = (parts: Part[]) => parts.map((part) => ({ ...part, key: `${campaign_id}:${part.key}` }));
      yield* unlikeParts(where, keyed(found.by_link), { group: 'link', view, before, metrics });
      yield* unlikeParts(where, keyed(found.by_ad_set), { group: 'ad_set', view, before, metrics });
      yield* unlikeParts(where, keyed(found.by_creative), { group: 'creative', view, before, metrics });
      yield* unlikeParts(where, found.by_country, { group: 'country', view, before, metrics });
      yield* unlikeParts(where, found.by_platform, { group: 'platform', view, before, metrics });
      for (const { step, count } of found.funnel)
        yield* unlike(`${where} ${step}`, count, figure(view, step));
      for (const { name, count, first_time_installs } of found.events) {
        yield* unlike(`${where} ${name}`, count, figure(view, `event:${name}`));
        yield* unlike(`${where} ${name} first`, first_time_installs, figure(view, `event_unique:${name}`));
      }
      const names = new Set(of(view, 'events').map(({ name }) => name));
      yield* unlike(`${where} events`, found.events.length, names.size);
    }
  }
}
