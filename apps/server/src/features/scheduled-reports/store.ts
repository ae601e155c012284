import { type Cadence, SHOWN_MAILS } from '@trailmark/contract/scheduled-reports';
import { sql } from 'kysely';
import { type Recipient, recipientJson } from '../../access/recipients.ts';
import type { Db, Tx } from '../../db/connection.ts';

export interface ReportRow {
  report_id: string;
  created_by: string;
  view_id: string | null;
  cadence: Cadence;
  weekday: number;
  hour: number;
  active: boolean;
  view_name: string | null;
  view_screen: string | null;
  creator: Recipient | null;
  recipients: Recipient[];
  last: { state: string; reason: string | null; sent_at: string | null; created_at: string } | null;
}

/** The reports of a project, with those who get them; recipients who are no members any more are left out. */
export async function listReportRows(
  db: Db | Tx,
  projectId: string,
  { reportId }: { reportId?: string } = {},
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select r.report_id, r.created_by, r.view_id, r.cadence, r.weekday, r.hour, r.active,
      v.name as view_name, v.screen as view_screen,
      (select ${recipientJson} from project_members m join users u on u.id = m.user_id
        where m.project_id = ${projectId} and m.user_id = r.created_by) as creator,
      coalesce((select json_agg(${recipientJson} order by u.email) from scheduled_report_recipients c
        join project_members m on m.project_id = c.project_id and m.user_id = c.user_id
        join users u on u.id = c.user_id
        where c.project_id = ${projectId} and c.report_id = r.report_id), '[]') as recipients,
      (select json_build_object('state', m.state, 'reason', m.reason, 'sent_at', m.sent_at, 'created_at', m.created_at)
        from scheduled_report_mails m
        where m.project_id = ${projectId} and m.report_id = r.report_id
        order by m.created_at desc, m.mail_id desc limit 1) as last
    from scheduled_reports r
    left join saved_views v on v.project_id = r.project_id and v.view_id = r.view_id
      and (v.shared or v.owner_id = r.created_by)
    where r.project_id = ${projectId} and (${reportId ?? null}::uuid is null or r.report_id = ${reportId ?? null})
    order by r.created_at, r.report_id`.execute(db);
  return rows;
}

/** Takes people off a report; one that nobody gets any more is deleted. */
export async function removeRecipient(
  tx: Tx,
  projectId: string,
  { reportId, userId }: { reportId: string; userId: string },
): Promise<boolean> {
  // The report is the lock: two who leave at the same time do not leave an empty one.
  await tx
    .selectFrom('scheduled_reports')
    .select('report_id')
    .where('project_id', '=', projectId)
    .where('report_id', '=', reportId)
    .forUpdate()
    .execute();
  const removed = await tx
    .deleteFrom('scheduled_report_recipients')
    .where('project_id', '=', projectId)
    .where('report_id', '=', reportId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  if (!removed) return false;
  await sql`delete from scheduled_reports r where r.project_id = ${projectId} and r.report_id = ${reportId}
    and not exists (select from scheduled_report_recipients c
      where c.project_id = ${projectId} and c.report_id = r.report_id)`.execute(tx);
  return true;
}

/** Mails to a person, and those of reports that they may change; the latest first. */
export async function listMailRows(
  db: Db,
  projectId: string,
  {
    reportId,
    userId,
    changeable,
  }: { reportId?: string | undefined; userId: string; changeable: readonly string[] },
) {
  return await db
    .selectFrom('scheduled_report_mails')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(reportId !== undefined, (narrow) => narrow.where('report_id', '=', reportId ?? ''))
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        ...(changeable.length > 0 ? [eb('report_id', 'in', changeable)] : []),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('mail_id', 'desc')
    .limit(SHOWN_MAILS)
    .execute();
}
