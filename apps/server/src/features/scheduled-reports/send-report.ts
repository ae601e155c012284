import { createHash } from 'node:crypto';
import type { MailState } from '@trailmark/contract/mail-states';
import { ViewQuery } from '@trailmark/contract/saved-views';
import type { MailReason } from '@trailmark/contract/scheduled-reports';
import { sql } from 'kysely';
import { findMembership } from '../../access/membership.ts';
import { viewExistsFor } from '../../access/view-exists-for.ts';
import { unsubscribeHeaders, unsubscribeUrl } from '../../http/mail-lists.ts';
import { type Job, job } from '../../jobs/runner.ts';
import { sendWholeMail } from '../../jobs/send-whole-mail.ts';
import type { Kit } from '../../platform/kit.ts';
import type { WholeMail } from '../../platform/mail.ts';
import { subjectOf } from './mail-words.ts';
import { type ReadOptions, type Reports, readNumbers } from './read-content.ts';
import { reportHtml, reportText } from './render-report.ts';
import type { ReportContent } from './report-content.ts';

interface MailRow {
  mail_id: string;
  report_id: string;
  user_id: string;
  slot: string | null;
  from_day: string;
  to_day: string;
  due_at: Date;
  cadence: string;
  created_by: string;
  view_id: string | null;
  project_name: string;
  platform: string;
  email: string;
  is_recipient: boolean;
  view: {
    name: string;
    screen: string;
    query: unknown;
    columns: unknown;
    owner_id: string;
    shared: boolean;
  } | null;
}

/** A mail that waits, with all that its report says now. */
async function findWaiting({ db }: Kit, projectId: string, mailId: string): Promise<MailRow | undefined> {
  return await db
    .selectFrom('scheduled_report_mails as m')
    .innerJoin('scheduled_reports as r', (join) =>
      join.onRef('r.project_id', '=', 'm.project_id').onRef('r.report_id', '=', 'm.report_id'),
    )
    .innerJoin('projects as p', 'p.project_id', 'm.project_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.mail_id', 'm.report_id', 'm.user_id', 'm.slot', 'm.from_day', 'm.to_day', 'm.due_at'])
    .select(['r.cadence', 'r.created_by', 'r.view_id', 'p.name as project_name', 'p.platform', 'u.email'])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('scheduled_report_recipients as c')
            .select('c.user_id')
            .where('c.project_id', '=', projectId)
            .whereRef('c.report_id', '=', 'm.report_id')
            .whereRef('c.user_id', '=', 'm.user_id'),
        )
        .$castTo<boolean>()
        .as('is_recipient'),
      eb
        .selectFrom('saved_views as v')
        .select(sql<MailRow['view']>`to_jsonb(v)`.as('view'))
        .where('v.project_id', '=', projectId)
        .whereRef('v.view_id', '=', 'r.view_id')
        .as('view'),
    ])
    .where('m.project_id', '=', projectId)
    .where('m.mail_id', '=', mailId)
    .where('m.state', '=', 'waiting')
    .executeTakeFirst();
}

type Outcome = { state: MailState; reason: MailReason | null };

async function noteOutcome(
  { db, clock }: Kit,
  { projectId, mailId }: { projectId: string; mailId: string },
  { state, reason }: Outcome,
): Promise<void> {
  await db
    .updateTable('scheduled_report_mails')
    .set({ state, reason, sent_at: state === 'sent' ? clock.now() : null })
    .where('project_id', '=', projectId)
    .where('mail_id', '=', mailId)
    .execute();
}

function viewOf({ view }: MailRow): ReadOptions['view'] {
  if (!view) return null;
  const columns = Array.isArray(view.columns) ? view.columns.filter((key) => typeof key === 'string') : null;
  return { screen: view.screen, query: ViewQuery.catch({}).parse(view.query), columns };
}

/** Whether the view of a report exists for who scheduled it; of who has left the project, only shared views stay. */
async function hasView({ db }: Kit, projectId: string, { view, view_id, created_by }: MailRow) {
  if (view_id === null) return true;
  if (!view) return false;
  const creator = await findMembership(db, created_by, projectId);
  if (!creator) return view.shared;
  return viewExistsFor(view, { userId: created_by, membership: creator.membership });
}

/** The screen with the days of the mail: its numbers are those of the mail. */
function reportUrlOf(
  kit: Kit,
  projectId: string,
  { row, view }: { row: MailRow; view: ReadOptions['view'] },
) {
  const { range: _, ...query } = view?.query ?? {};
  const search = new URLSearchParams({
    ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    from: row.from_day,
    to: row.to_day,
    compare: 'previous',
    p_id: projectId,
  });
  return `${kit.publicUrl}${view?.screen ?? '/overview'}?${search}`;
}

/** The same for the same slot and person, so that a mail which a worker sent as it died is recognised as the same. */
function messageIdOf({ report_id, slot, user_id, mail_id }: MailRow, publicUrl: string): string {
  const name = createHash('sha256')
    .update(`${report_id} ${slot ?? mail_id} ${user_id}`)
    .digest('hex')
    .slice(0, 32);
  return `<report.${name}@${new URL(publicUrl).hostname}>`;
}

async function composeMail(
  kit: Kit,
  reports: Reports,
  { projectId, row, membership }: { projectId: string; row: MailRow; membership: ReadOptions['membership'] },
): Promise<WholeMail> {
  const view = viewOf(row);
  const platform = row.platform === 'web' ? 'web' : 'app';
  const options = { membership, platform, view, from: row.from_day, to: row.to_day } as const;
  const numbers = await readNumbers(kit, reports, options);
  const unsubscribe = unsubscribeUrl(kit, { projectId, reportId: row.report_id, userId: row.user_id });
  const content: ReportContent = {
    ...numbers,
    projectName: row.project_name,
    viewName: row.view?.name ?? null,
    cadence: row.cadence === 'weekly' ? 'weekly' : 'daily',
    from: row.from_day,
    to: row.to_day,
    isGuest: membership.role === 'guest',
    reportUrl: reportUrlOf(kit, projectId, { row, view }),
    settingsUrl: `${kit.publicUrl}/reports?p_id=${projectId}`,
    unsubscribeUrl: unsubscribe,
  };
  return {
    subject: subjectOf(content),
    html: reportHtml(content),
    text: reportText(content),
    messageId: messageIdOf(row, kit.publicUrl),
    headers: unsubscribeHeaders(unsubscribe),
  };
}

/** Sends one mail of a scheduled report, with what its recipient may see now. */
export function createSendReport(reports: Reports): Job {
  return job('send-report', async (kit, { project_id: projectId, mail_id: mailId }) => {
    const row = await findWaiting(kit, projectId, mailId);
    if (!row) return;
    const ids = { projectId, mailId };
    const note = (outcome: Outcome) => noteOutcome(kit, ids, outcome);
    const found = await findMembership(kit.db, row.user_id, projectId);
    if (!found || found.isDeleted) return await note({ state: 'skipped', reason: 'not_a_member' });
    if (!row.is_recipient) return await note({ state: 'skipped', reason: 'unsubscribed' });
    if (!(await hasView(kit, projectId, row))) {
      return await note({ state: 'skipped', reason: 'view_is_gone' });
    }
    await sendWholeMail(kit, {
      to: row.email,
      dueAt: row.due_at,
      compose: () => composeMail(kit, reports, { projectId, row, membership: found.membership }),
      note,
    });
  });
}
