import { eventWords, isOwnEvent } from './event-words.ts';
import { storable } from './fields.ts';
import type { Metric, MetricRules } from './metric.ts';
import { cost, count, metricTable } from './metric-table.ts';
import { capital, PROJECT_WORDS, uncapital } from './project-words.ts';
import type { Platform } from './projects.ts';

const TABLES: Readonly<Record<Platform, Readonly<Record<string, Metric>>>> = {
  app: metricTable(PROJECT_WORDS.app),
  web: metricTable(PROJECT_WORDS.web),
};

/** The one definition of each metric, for calls, column headers, exports and documentation. */
export function metricsFor(platform: Platform): Readonly<Record<string, Metric>> {
  return TABLES[platform];
}

/** What metrics there are; their names and formulas depend on the project. */
export const METRICS: Readonly<Record<string, MetricRules>> = TABLES.app;

/** Metrics of one event have its name after a colon. */
export const EVENT_METRICS = ['event', 'event_unique', 'event_attributed', 'event_cost'] as const;
const EVENT_KEY = /^(event|event_unique|event_attributed|event_cost):(.{1,128})$/su;

/** The event name and the kind of metric in a key; null for a key without an event. */
export function eventOfMetric(key: string): { kind: (typeof EVENT_METRICS)[number]; name: string } | null {
  const found = EVENT_KEY.exec(key);
  if (!found?.[1] || !found[2] || !storable(found[2])) return null;
  return { kind: found[1] as (typeof EVENT_METRICS)[number], name: found[2] };
}

/** Events of which fewer are better. */
const UNWELCOME: readonly string[] = ['$refund', '$payment_failed'];

/** A metric of one event, in the words of a project. */
function eventMetric(key: string, platform: Platform): Metric | null {
  const event = eventOfMetric(key);
  if (!event) return null;
  const { kind, name } = event;
  const words = PROJECT_WORDS[platform];
  const label = eventWords(name, words);
  const isOwn = isOwnEvent(name);
  const events = isOwn ? `${label} events` : `Events named ${name}`;
  if (kind === 'event_cost') {
    const formula = `Spend ÷ ${uncapital(events)} that are credited to a campaign`;
    return cost(`Cost per ${isOwn ? uncapital(label) : name}`, formula, `event_attributed:${name}`);
  }
  const more = {
    better: UNWELCOME.includes(name) ? 'down' : 'up',
    date: 'event',
    rows: 'events',
  } as const;
  if (kind === 'event') return count(label, events, more);
  if (kind === 'event_attributed') {
    return count(`${label}, attributed`, `${events} that are credited to a campaign`, more);
  }
  const formula = `${capital(words.installs)} that sent ${label} for the first time ever`;
  return count(`${label}, first time`, formula, more);
}

/** The definition of a metric, with its words for a platform; null for an unknown key. */
export function metricOf(key: string): MetricRules | null;
export function metricOf(key: string, platform: Platform): Metric | null;
export function metricOf(key: string, platform: Platform = 'app'): Metric | null {
  const table = TABLES[platform];
  return Object.hasOwn(table, key) ? (table[key] ?? null) : eventMetric(key, platform);
}

const USUAL_COLUMNS: Readonly<Record<Platform, readonly string[]>> = {
  app: [
    'clicks',
    'installs',
    'click_to_install',
    'signups',
    'revenue',
    'spend',
    'roas',
    'retention_d7',
    'suspicious_rate',
  ],
  web: [
    'clicks',
    'visits',
    'installs',
    'bounce_rate',
    'signups',
    'revenue',
    'spend',
    'roas',
    'suspicious_rate',
  ],
};

/** The columns of the campaign table until somebody chooses others. */
export function usualColumns(platform: Platform): readonly string[] {
  return USUAL_COLUMNS[platform];
}
