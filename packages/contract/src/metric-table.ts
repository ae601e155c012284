import type { Metric } from './metric.ts';
import { capital, type ProjectWords, withArticle } from './project-words.ts';

type MetricTable = Record<string, Metric>;

const ratio = 'Divided after adding up: ratios of rows do not add.';

export function count(label: string, formula: string, more: Partial<Metric> = {}): Metric {
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

export function cost(label: string, formula: string, per: string): Metric {
  return share(label, ['spend', per], { formula, unit: 'money', better: 'down' });
}

const DAYS = [1, 3, 7, 14, 30, 60, 90] as const;
const MONEY_DAYS = [0, 1, 3, 7, 14, 30, 60, 90] as const;

function retention({ allInstalls }: ProjectWords, day: number): Metric {
  return {
    label: `D${day} retention`,
    formula: `${capital(allInstalls)} active on day ${day} ÷ ${allInstalls} for which that day is over`,
    unit: 'percent',
    better: 'up',
    date: 'install',
    addsUp: false,
    whyNot: ratio,
  };
}

/** How many a cohort metric of the day is measured on. */
function cohortSize({ allInstalls }: ProjectWords, day: number): Metric {
  return count(`D${day} cohort size`, `${capital(allInstalls)} for which day ${day} is over`, {
    better: null,
  });
}

function cohortMoney({ allInstalls, installs, arrival }: ProjectWords, day: number): Record<string, Metric> {
  const base = { better: 'up', date: 'install', addsUp: false, whyNot: ratio } as const;
  return {
    [`ltv_d${day}`]: {
      ...base,
      label: `D${day} LTV`,
      formula: `Revenue of days 0 to ${day} after the ${arrival} ÷ ${allInstalls} for which that day is over`,
      unit: 'money',
    },
    [`roas_d${day}`]: {
      ...base,
      label: `D${day} ROAS`,
      formula: `Attributed revenue of days 0 to ${day} after the ${arrival} ÷ spend on the days of those ${installs}`,
      unit: 'ratio',
    },
  };
}

function reachMetrics(): MetricTable {
  return {
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
  };
}

function installMetrics(words: ProjectWords): MetricTable {
  const { newInstalls, allInstalls } = words;
  const credited = capital(newInstalls);
  const installs = (label: string, formula: string) => count(label, formula, { rows: 'installs' });
  const returns = (label: string, by: string) =>
    count(label, `Returns by ${by} campaign after a time of silence`, { date: 'event', rows: 'installs' });
  return {
    installs: installs(
      credited,
      `${capital(words.firstOpen)}s of the ${words.product} by new ${words.devices}`,
    ),
    attributed_installs: installs(
      `Attributed ${newInstalls}`,
      `${credited} credited to a campaign: paid + owned`,
    ),
    paid_installs: installs(
      `Paid ${newInstalls}`,
      `${credited} credited to a campaign that is not owned media`,
    ),
    owned_installs: installs(
      `Owned ${newInstalls}`,
      `${credited} credited to a campaign marked as owned media`,
    ),
    organic_installs: installs(`Organic ${newInstalls}`, `${credited} credited to no campaign`),
    reinstalls: count(capital(words.reinstalls), words.reinstallFormula, { better: null, rows: 'installs' }),
    all_installs: installs(
      capital(allInstalls),
      `${credited} and ${words.reinstalls.toLowerCase()}, credited to a campaign or not`,
    ),
    reengagements: returns('Re-engagements', 'the same'),
    reattributions: returns('Re-attributions', 'another'),
    suspicious_installs: count(
      `Suspicious ${allInstalls}`,
      `${capital(allInstalls.replace('+', 'and'))} with a plausibility finding`,
      { better: 'down', rows: 'installs' },
    ),
    suspicious_rate: share('Suspicious %', ['suspicious_installs', 'all_installs'], {
      formula: `Suspicious ${allInstalls} ÷ ${allInstalls}`,
      better: 'down',
      date: 'install',
    }),
    click_to_install: share(`Click → ${words.newInstall}`, ['attributed_installs', 'clicks'], {
      formula: `Attributed ${newInstalls} ÷ clicks`,
    }),
  };
}

function eventMetrics({ newInstall, newInstalls, opens }: ProjectWords): MetricTable {
  const events = { date: 'event', rows: 'events' } as const;
  return {
    signups: count('Sign-ups', 'People who signed up for the first time', events),
    attributed_signups: count('Attributed sign-ups', 'Sign-ups credited to a campaign', events),
    signup_rate: share(`${capital(newInstall)} → sign-up`, ['signups', 'installs'], {
      formula: `Sign-ups ÷ ${newInstalls}`,
    }),
    events: count('Events', `Events of every name, ${opens} excepted`, events),
  };
}

/** Page views and screen views are counted on their own day, and visits on the day on which they began. */
function visitMetrics({ session, sessions }: ProjectWords): MetricTable {
  const events = { date: 'event', rows: 'events' } as const;
  const perVisit = (label: string, of: string, formula: string) =>
    share(`${label} per ${session}`, [of, 'visits'], { formula, unit: 'ratio', date: 'event' });
  return {
    visits: count(
      capital(sessions),
      `${capital(sessions)} that began: the first, and each after 30 minutes without activity`,
      events,
    ),
    page_views: count('Page views', 'Pages that were shown', events),
    screen_views: count('Screen views', 'Screens that were shown', events),
    pages_per_visit: perVisit('Pages', 'page_views', `Page views ÷ ${sessions}`),
    screens_per_visit: perVisit('Screens', 'screen_views', `Screen views ÷ ${sessions}`),
    bounced_visits: count(`Bounced ${sessions}`, `${capital(sessions)} with exactly one page view`, {
      ...events,
      better: 'down',
    }),
    bounce_rate: share('Bounce rate', ['bounced_visits', 'visits'], {
      formula: `Bounced ${sessions} ÷ ${sessions}`,
      better: 'down',
      date: 'event',
    }),
  };
}

function moneyMetrics(words: ProjectWords): MetricTable {
  const { newInstalls, installs } = words;
  const payments = { date: 'event', rows: 'payments' } as const;
  const money = { ...payments, unit: 'money' } as const;
  return {
    payments: count('Payments', 'Completed payments', payments),
    payers: count('Payers', `Distinct ${installs} with a completed payment in the period`, {
      ...payments,
      addsUp: false,
      whyNot: countedOnce(words),
    }),
    revenue: count('Revenue', 'Completed payments less refunds, at the rate of their day', money),
    attributed_revenue: count('Attributed revenue', 'Revenue credited to a campaign', money),
    refunds: count('Refunds', 'Payments that were taken back, at the rate of their day', {
      ...money,
      better: 'down',
    }),
    arpu: share('ARPU', ['revenue', 'installs'], {
      formula: `Revenue ÷ ${newInstalls} of the period`,
      unit: 'money',
    }),
    arppu: share('ARPPU', ['revenue', 'payers'], {
      formula: 'Revenue ÷ payers',
      unit: 'money',
      date: 'event',
    }),
    spend: count('Spend', 'What the ads cost, at the rate of their day', {
      unit: 'money',
      better: null,
      date: 'spend',
      rows: 'spend',
    }),
    cpc: cost('CPC', 'Spend ÷ clicks', 'clicks'),
    cpm: cost('CPM', 'Spend ÷ impressions × 1,000', 'impressions'),
    cpi: cost(words.cpi, `Spend ÷ attributed ${newInstalls}`, 'attributed_installs'),
    cpa: cost('CPA', 'Spend ÷ attributed sign-ups', 'attributed_signups'),
    roas: share('ROAS', ['attributed_revenue', 'spend'], {
      formula: 'Attributed revenue of the period ÷ spend of the period',
      unit: 'ratio',
    }),
    blended_roas: share('Blended ROAS', ['revenue', 'spend'], {
      formula: 'All revenue of the period, organic included ÷ spend of the period',
      unit: 'ratio',
    }),
  };
}

const countedOnce = ({ install }: ProjectWords) =>
  `The same ${install} can be in several rows, and counts once in the total.`;

function activityMetrics(words: ProjectWords): MetricTable {
  const installs = capital(words.installs);
  const within = (label: string, days: number) =>
    count(label, `Distinct ${words.installs} active in the ${days} days up to the end of the period`, {
      date: 'event',
      addsUp: false,
      whyNot: countedOnce(words),
    });
  return {
    dau: count(
      'DAU',
      `${installs} active on a day (${withArticle(words.open)}, an event or a payment; not a refund), averaged over the days of the period`,
      { date: 'event', addsUp: false, whyNot: 'An average over days.' },
    ),
    wau: within('WAU', 7),
    mau: within('MAU', 30),
  };
}

/** Every metric in the words of a project. */
export function metricTable(words: ProjectWords): Readonly<MetricTable> {
  return {
    ...reachMetrics(),
    ...installMetrics(words),
    ...visitMetrics(words),
    ...eventMetrics(words),
    ...moneyMetrics(words),
    ...activityMetrics(words),
    ...Object.fromEntries(DAYS.map((day) => [`retention_d${day}`, retention(words, day)])),
    ...Object.assign({}, ...MONEY_DAYS.map((day) => cohortMoney(words, day))),
    ...Object.fromEntries(MONEY_DAYS.map((day) => [`cohort_size_d${day}`, cohortSize(words, day)])),
  };
}
