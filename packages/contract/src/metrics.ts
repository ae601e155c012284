import { storable } from './fields.ts';

/** The unit of a metric; a percent is a share of 1, money is in the project's currency. */
export type Unit = 'count' | 'percent' | 'ratio' | 'money';

/** The kind of raw rows that a metric counts. */
export const ROW_KINDS = ['clicks', 'impressions', 'installs', 'events', 'payments', 'spend'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export interface Metric {
  label: string;
  /** The formula in words. */
  formula: string;
  unit: Unit;
  /** Which way is good; null where neither is. */
  better: 'up' | 'down' | null;
  /** Which date a value is counted on. */
  date: 'touch' | 'install' | 'event' | 'spend' | 'mixed';
  /** The total is the sum of its rows; where it is not, `whyNot` gives the reason. */
  addsUp: boolean;
  whyNot?: string;
  /** The metrics of a ratio, each with its own rows. */
  parts?: readonly [string, string];
  rows?: RowKind;
}

const ratio = 'Divided after adding up: ratios of rows do not add.';
const distinct = 'The same install can be in several rows, and counts once in the total.';
const followed = 'Installs + reinstalls';
const mature = 'installs + reinstalls for which that day is over';

function count(label: string, formula: string, more: Partial<Metric> = {}): Metric {
  return { label, formula, unit: 'count', better: 'up', date: 'install', addsUp: true, ...more };
}

function share(label: string, parts: readonly [string, string], more: Partial<Metric> = {}): Metric {
  return {
    label,
    formula: '',
    unit: 'percent',
    better: 'up',
    date: 'mixed',
    addsUp: false,
    whyNot: ratio,
    parts,
    ...more,
  };
}

function cost(label: string, formula: string, per: string): Metric {
  return share(label, ['spend', per], { formula, unit: 'money', better: 'down' });
}

const DAYS = [1, 3, 7, 14, 30, 60, 90] as const;
const MONEY_DAYS = [0, 1, 3, 7, 14, 30, 60, 90] as const;

function retention(day: number): Metric {
  return {
    label: `D${day} retention`,
    formula: `${followed} active on day ${day} ÷ ${mature}`,
    unit: 'percent',
    better: 'up',
    date: 'install',
    addsUp: false,
    whyNot: ratio,
  };
}

function cohortMoney(day: number): Record<string, Metric> {
  const base = { better: 'up', date: 'install', addsUp: false, whyNot: ratio } as const;
  return {
    [`ltv_d${day}`]: {
      ...base,
      label: `D${day} LTV`,
      formula: `Revenue of days 0 to ${day} after the install ÷ ${mature}`,
      unit: 'money',
    },
    [`roas_d${day}`]: {
      ...base,
      label: `D${day} ROAS`,
      formula: `Attributed revenue of days 0 to ${day} after the install ÷ spend on the days of those installs`,
      unit: 'ratio',
    },
  };
}

/** The one definition of each metric, for calls, column headers, exports and documentation. */
export const METRICS: Readonly<Record<string, Metric>> = {
  impressions: count('Impressions', 'Views of an ad that were reported to a link', {
    date: 'touch',
    rows: 'impressions',
  }),
  clicks: count('Clicks', 'Hits of a link by people; bots and previews do not count', {
    date: 'touch',
    rows: 'clicks',
  }),
  unique_clicks: count('Unique clicks', 'Distinct pairs of link and device on each day, added up', {
    date: 'touch',
    rows: 'clicks',
  }),
  ctr: share('CTR', ['clicks', 'impressions'], { formula: 'Clicks ÷ impressions', date: 'touch' }),
  installs: count('Installs', 'First opens of the app by new devices', { rows: 'installs' }),
  attributed_installs: count('Attributed installs', 'Installs credited to a campaign: paid + owned', {
    rows: 'installs',
  }),
  paid_installs: count('Paid installs', 'Installs credited to a campaign that is not owned media', {
    rows: 'installs',
  }),
  owned_installs: count('Owned installs', 'Installs credited to a campaign marked as owned media', {
    rows: 'installs',
  }),
  organic_installs: count('Organic installs', 'Installs credited to no campaign', {
    rows: 'installs',
  }),
  reinstalls: count('Reinstalls', 'First opens after the app was put on a known device again', {
    better: null,
    rows: 'installs',
  }),
  reengagements: count('Re-engagements', 'Returns by the same campaign after a time of silence', {
    date: 'event',
    rows: 'installs',
  }),
  reattributions: count('Re-attributions', 'Returns by another campaign after a time of silence', {
    date: 'event',
    rows: 'installs',
  }),
  suspicious_installs: count(
    'Suspicious installs + reinstalls',
    'Installs and reinstalls with a plausibility finding',
    { better: 'down', rows: 'installs' },
  ),
  click_to_install: share('Click → install', ['attributed_installs', 'clicks'], {
    formula: 'Attributed installs ÷ clicks',
  }),
  signups: count('Sign-ups', 'People who signed up for the first time', { date: 'event', rows: 'events' }),
  attributed_signups: count('Attributed sign-ups', 'Sign-ups credited to a campaign', {
    date: 'event',
    rows: 'events',
  }),
  signup_rate: share('Install → sign-up', ['signups', 'installs'], { formula: 'Sign-ups ÷ installs' }),
  events: count('Events', 'Events of every name, opens excepted', { date: 'event', rows: 'events' }),
  payments: count('Payments', 'Completed payments', { date: 'event', rows: 'payments' }),
  payers: count('Payers', 'Distinct installs with a completed payment in the period', {
    date: 'event',
    addsUp: false,
    whyNot: distinct,
    rows: 'payments',
  }),
  revenue: count('Revenue', 'Completed payments less refunds, at the rate of their day', {
    unit: 'money',
    date: 'event',
    rows: 'payments',
  }),
  attributed_revenue: count('Attributed revenue', 'Revenue credited to a campaign', {
    unit: 'money',
    date: 'event',
    rows: 'payments',
  }),
  refunds: count('Refunds', 'Payments that were taken back, at the rate of their day', {
    unit: 'money',
    better: 'down',
    date: 'event',
    rows: 'payments',
  }),
  arpu: share('ARPU', ['revenue', 'installs'], {
    formula: 'Revenue ÷ installs of the period',
    unit: 'money',
  }),
  arppu: share('ARPPU', ['revenue', 'payers'], { formula: 'Revenue ÷ payers', unit: 'money', date: 'event' }),
  spend: count('Spend', 'What the ads cost, at the rate of their day', {
    unit: 'money',
    better: null,
    date: 'spend',
    rows: 'spend',
  }),
  cpc: cost('CPC', 'Spend ÷ clicks', 'clicks'),
  cpm: cost('CPM', 'Spend ÷ impressions × 1,000', 'impressions'),
  cpi: cost('CPI', 'Spend ÷ attributed installs', 'attributed_installs'),
  cpa: cost('CPA', 'Spend ÷ attributed sign-ups', 'attributed_signups'),
  roas: share('ROAS', ['attributed_revenue', 'spend'], {
    formula: 'Attributed revenue of the period ÷ spend of the period',
    unit: 'ratio',
  }),
  blended_roas: share('Blended ROAS', ['revenue', 'spend'], {
    formula: 'All revenue of the period, organic included ÷ spend of the period',
    unit: 'ratio',
  }),
  dau: count(
    'DAU',
    'Installs active on a day (an open, an event or a payment; not a refund), averaged over the days of the period',
    {
      date: 'event',
      addsUp: false,
      whyNot: 'An average over days.',
    },
  ),
  wau: count('WAU', 'Distinct installs active in the 7 days up to the end of the period', {
    date: 'event',
    addsUp: false,
    whyNot: distinct,
  }),
  mau: count('MAU', 'Distinct installs active in the 30 days up to the end of the period', {
    date: 'event',
    addsUp: false,
    whyNot: distinct,
  }),
  ...Object.fromEntries(DAYS.map((day) => [`retention_d${day}`, retention(day)])),
  ...Object.assign({}, ...MONEY_DAYS.map(cohortMoney)),
};

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

/** The definition of a metric; null for an unknown key. */
export function metricOf(key: string): Metric | null {
  if (Object.hasOwn(METRICS, key)) return METRICS[key] ?? null;
  const event = eventOfMetric(key);
  if (!event) return null;
  const { kind, name } = event;
  if (kind === 'event_cost') {
    const formula = `Spend ÷ events named ${name} that are credited to a campaign`;
    return cost(`Cost per ${name}`, formula, `event_attributed:${name}`);
  }
  const more = {
    better: UNWELCOME.includes(name) ? 'down' : 'up',
    date: 'event',
    rows: 'events',
  } as const;
  if (kind === 'event') return count(name, `Events named ${name}`, more);
  if (kind === 'event_attributed') {
    return count(`${name}, attributed`, `Events named ${name} that are credited to a campaign`, more);
  }
  return count(`${name}, first time`, `Installs that sent ${name} for the first time ever`, more);
}

/** The columns of the campaign table until somebody chooses others. */
export const USUAL_COLUMNS = [
  'clicks',
  'installs',
  'click_to_install',
  'signups',
  'revenue',
  'spend',
  'roas',
  'retention_d7',
] as const;
