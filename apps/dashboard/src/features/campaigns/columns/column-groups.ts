import { METRICS, metricOf } from '@trailmark/contract/metrics';
import { capital, PROJECT_WORDS } from '@trailmark/contract/project-words';
import type { Platform } from '@trailmark/contract/projects';

export interface ColumnGroup {
  label: string;
  keys: string[];
}

/** Groups of what has another name in each kind of project. */
const INSTALLS = 'Installs';
const VISITS = 'Visits';

const GROUPS: readonly { label: string; holds: (key: string) => boolean }[] = [
  { label: 'Reach', holds: (key) => ['impressions', 'clicks', 'unique_clicks', 'ctr'].includes(key) },
  {
    label: 'Retention',
    holds: (key) => /^(retention|cohort_size)_d/.test(key) || ['dau', 'wau', 'mau'].includes(key),
  },
  { label: 'LTV of a cohort', holds: (key) => key.startsWith('ltv_') },
  { label: 'ROAS of a cohort', holds: (key) => key.startsWith('roas_') },
  {
    label: 'Spend',
    holds: (key) => ['spend', 'cpc', 'cpm', 'cpi', 'cpa', 'roas', 'blended_roas'].includes(key),
  },
  {
    label: 'Revenue',
    holds: (key) =>
      ['revenue', 'attributed_revenue', 'refunds', 'payments', 'payers', 'arpu', 'arppu'].includes(key),
  },
  {
    label: 'Sign-ups and events',
    holds: (key) => ['signups', 'attributed_signups', 'signup_rate', 'events'].includes(key),
  },
  {
    label: VISITS,
    holds: (key) => /^(bounced_)?visits$|_per_visit$|^(page|screen)_views$|^bounce_rate$/.test(key),
  },
  { label: INSTALLS, holds: () => true },
];
const SHOWN_ORDER = [
  'Reach',
  INSTALLS,
  VISITS,
  'Sign-ups and events',
  'Revenue',
  'Spend',
  'Retention',
  'ROAS of a cohort',
  'LTV of a cohort',
];

/** Every metric there is, in groups, and three of every event. */
export function columnGroups(events: readonly string[], platform: Platform): ColumnGroup[] {
  const { newInstalls, sessions } = PROJECT_WORDS[platform];
  const names: Record<string, string> = { [INSTALLS]: capital(newInstalls), [VISITS]: capital(sessions) };
  const groups = new Map<string, string[]>(SHOWN_ORDER.map((label) => [label, []]));
  for (const key of Object.keys(METRICS)) {
    const group = GROUPS.find(({ holds }) => holds(key));
    groups.get(group?.label ?? '')?.push(key);
  }
  const ofEvents = events.flatMap((name) => [`event:${name}`, `event_unique:${name}`, `event_cost:${name}`]);
  return [
    ...[...groups].map(([label, keys]) => ({ label: names[label] ?? label, keys })),
    { label: 'Events', keys: ofEvents },
  ].filter(({ keys }) => keys.length > 0);
}

/** Groups with what is looked for in them; a group's own name finds all of it. */
export function findColumns(
  groups: readonly ColumnGroup[],
  query: string,
  platform: Platform,
): ColumnGroup[] {
  const search = query.trim().toLowerCase();
  if (search === '') return [...groups];
  return groups
    .map(({ label, keys }) => ({
      label,
      keys: label.toLowerCase().includes(search)
        ? keys
        : keys.filter((key) => {
            const metric = metricOf(key, platform);
            return `${metric?.label} ${metric?.formula}`.toLowerCase().includes(search);
          }),
    }))
    .filter(({ keys }) => keys.length > 0);
}
