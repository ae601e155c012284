import type { Project, Session } from './set-up.ts';

interface View {
  name: string;
  screen: '/overview' | '/campaigns' | '/cohorts';
  query: Record<string, string>;
  columns?: readonly string[];
}

/** What a team that buys installs looks at every week. */
const WEEKLY: View = {
  name: 'Paid campaigns by ROAS',
  screen: '/campaigns',
  query: { range: 'last_30', sort: 'roas', order: 'desc' },
  columns: ['spend', 'installs', 'cpi', 'revenue', 'roas', 'suspicious_rate'],
};
const OTHERS: readonly View[] = [
  {
    name: 'Creatives to refresh',
    screen: '/campaigns',
    query: { group: 'creative', range: 'last_14', sort: 'spend', order: 'desc' },
    columns: ['spend', 'clicks', 'click_to_install', 'installs', 'roas'],
  },
  { name: 'Gulf', screen: '/overview', query: { countries: 'AE', range: 'last_30' } },
  {
    name: 'Weekly retention by network',
    screen: '/cohorts',
    query: { span: 'week', by: 'network', days: '60' },
  },
];

const ALERTS = [
  { name: 'No events', condition: { kind: 'no_events', minutes: 60 } },
  {
    name: 'Campaigns that lose money',
    condition: {
      kind: 'roas_below',
      each: 'campaign',
      threshold: '0.5',
      days: 14,
      includes_today: false,
      min_installs: 25,
      min_spend: '1000',
    },
  },
];

/** Views that are shared with the project, one of them by mail, and alerts. */
export async function setUpReports(
  { product, bearer }: Session,
  { projectId: project_id }: Project,
): Promise<void> {
  const save = (view: View) =>
    product.call<{ view_id: string }>('POST', '/project/views', {
      bearer,
      body: { project_id, ...view, shared: true },
    });
  const { view_id } = await save(WEEKLY);
  for (const view of OTHERS) await save(view);
  const body = { project_id, view_id, cadence: 'weekly', weekday: 1, hour: 9 };
  const path = '/project/scheduled-reports';
  const { report_id } = await product.call<{ report_id: string }>('POST', path, { bearer, body });
  await product.call('POST', `${path}/send`, { bearer, body: { project_id, report_id } });
  for (const alert of ALERTS)
    await product.call('POST', '/project/alerts', { bearer, body: { project_id, ...alert } });
}
