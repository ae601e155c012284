import { createAlert, muteAlert } from '@trailmark/contract/alerts';
import type { Role } from '@trailmark/contract/permissions';
import { createView, listViews } from '@trailmark/contract/saved-views';
import { createScheduledReport, sendScheduledReport } from '@trailmark/contract/scheduled-reports';
import type { SignedInPerson } from './signed-in-people.ts';

/** Views of one's own and of others, on several screens, and reports that are mailed. */
export async function saveViews(
  { admin, member }: Record<Extract<Role, 'admin' | 'member'>, SignedInPerson>,
  project_id: string,
): Promise<void> {
  const columns = ['installs', 'spend', 'cpi', 'roas'];
  const social = { range: 'last_7', sort: 'roas' };
  await admin.call(createView, {
    body: {
      project_id,
      name: 'Paid social this week',
      screen: '/campaigns',
      query: social,
      columns,
      shared: true,
    },
  });
  await member.call(createView, {
    body: {
      project_id,
      name: 'India, day by day',
      screen: '/overview',
      query: { range: 'last_14' },
      shared: true,
    },
  });
  await member.call(createView, {
    body: {
      project_id,
      name: 'Weekly cohorts on Android',
      screen: '/cohorts',
      query: { platforms: 'android' },
    },
  });
  await scheduleReports(admin, member, project_id);
}

async function scheduleReports(admin: SignedInPerson, member: SignedInPerson, project_id: string) {
  const { views } = await admin.call(listViews, { query: { project_id } });
  const view_id = views.find(({ screen }) => screen === '/campaigns')?.view_id ?? null;
  const both = [admin.userId, member.userId];
  await admin.call(createScheduledReport, {
    body: { project_id, view_id, cadence: 'weekly', weekday: 1, hour: 9, recipients: both },
  });
  const daily = await member.call(createScheduledReport, { body: { project_id, cadence: 'daily', hour: 8 } });
  await member.call(sendScheduledReport, { body: { project_id, report_id: daily.report_id } });
}

/** Alerts: one that fires for what was counted, one that is quiet and one that is muted. */
export async function watchProject(
  { admin, member }: Record<Extract<Role, 'admin' | 'member'>, SignedInPerson>,
  project_id: string,
): Promise<void> {
  const both = [admin.userId, member.userId];
  const sample = { days: 30, includes_today: true, min_installs: 1, min_spend: '0' };
  await admin.call(createAlert, {
    body: {
      project_id,
      name: 'CPI of campaigns',
      condition: { kind: 'cpi_above', each: 'campaign', threshold: '0.01', ...sample },
      recipients: both,
    },
  });
  await member.call(createAlert, {
    body: { project_id, name: 'No events for an hour', condition: { kind: 'no_events', minutes: 60 } },
  });
  const { rule_id } = await admin.call(createAlert, {
    body: { project_id, name: 'Connection broken', condition: { kind: 'connection_broken' } },
  });
  await admin.call(muteAlert, { body: { project_id, rule_id, for: 'week' } });
}
