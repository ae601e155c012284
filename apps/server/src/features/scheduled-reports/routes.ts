import {
  createScheduledReport,
  deleteScheduledReport,
  leaveScheduledReport,
  listReportMails,
  listScheduledReports,
  type ScheduledReport,
  sendScheduledReport,
  updateScheduledReport,
} from '@trailmark/contract/scheduled-reports';
import { actorOf, type ClientInfo, type Membership, type Person } from '../../access/caller.ts';
import { spend } from '../../access/rate-limit.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { createReport, deleteReport, leaveReport, noReport, updateReport } from './change-report.ts';
import { existsFor, mayChange, presentMail, presentReport } from './present.ts';
import { sendNow } from './send-now.ts';
import { readNextSlots } from './slots.ts';
import { listMailRows, listReportRows } from './store.ts';

interface Within {
  kit: Kit;
  person: Person;
  membership: Membership;
  client: ClientInfo;
}

const actingOf = ({ person, membership, client }: Within) => ({ membership, actor: actorOf(person, client) });
const viewerOf = ({ person: { userId }, membership }: Within) => ({ userId, membership });

/** The reports that exist for the caller. */
async function listFor(context: Within, given: { reportId?: string } = {}): Promise<ScheduledReport[]> {
  const { kit, membership } = context;
  const viewer = viewerOf(context);
  const rows = (await listReportRows(kit.db, membership.projectId, given)).filter((row) =>
    existsFor(row, viewer),
  );
  const next = await readNextSlots(kit.db, kit.clock.now(), membership.projectId);
  return rows.map((row) => presentReport(row, viewer, { next: next.get(row.report_id)?.at }));
}

async function getReport(context: Within, reportId: string): Promise<ScheduledReport> {
  const [report] = await listFor(context, { reportId });
  if (!report) throw noReport();
  return report;
}

export const routes: HandledRoute[] = [
  onProject(listScheduledReports, async (context) => ({
    reports: await listFor(context),
    has_mail_server: context.kit.env.smtpUrl !== null,
  })),

  onProject(createScheduledReport, async (context) => {
    const { project_id: _, ...fields } = context.body;
    return await getReport(context, await createReport(context.kit, actingOf(context), fields));
  }),

  onProject(updateScheduledReport, async (context) => {
    const { project_id: _, report_id: reportId, ...change } = context.body;
    await updateReport(context.kit, actingOf(context), { reportId, ...change });
    return await getReport(context, reportId);
  }),

  onProject(deleteScheduledReport, async (context) => {
    await deleteReport(context.kit, actingOf(context), context.query.report_id);
    return { deleted: true };
  }),

  onProject(leaveScheduledReport, async (context) => {
    await leaveReport(context.kit, actingOf(context), context.query.report_id);
    return { unsubscribed: true };
  }),

  onProject(sendScheduledReport, async (context) => {
    const { kit, person, body } = context;
    const bucket = `send-report:${body.project_id}:${person.userId}`;
    await spend(kit.db, kit.clock.now(), [{ bucket, max: 20, perMs: HOUR_MS }]);
    await sendNow(kit, actingOf(context), body.report_id);
    return { queued: true };
  }),

  onProject(listReportMails, async (context) => {
    const { kit, person, membership, query } = context;
    const viewer = viewerOf(context);
    const rows = await listReportRows(kit.db, membership.projectId, {
      ...(query.report_id ? { reportId: query.report_id } : {}),
    });
    const changeable = rows.filter((row) => mayChange(row, viewer)).map(({ report_id }) => report_id);
    const mails = await listMailRows(kit.db, membership.projectId, {
      reportId: query.report_id,
      userId: person.userId,
      changeable,
    });
    return { mails: mails.map(presentMail) };
  }),
];
