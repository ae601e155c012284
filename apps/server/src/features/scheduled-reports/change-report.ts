import type { AuditAction } from '@trailmark/contract/audit-log';
import { may, ROLES } from '@trailmark/contract/permissions';
import { type Cadence, MAILED_SCREENS, MAX_REPORTS } from '@trailmark/contract/scheduled-reports';
import type { Actor, Membership } from '../../access/caller.ts';
import { requireMembers } from '../../access/recipients.ts';
import { viewExistsFor } from '../../access/view-exists-for.ts';
import { type AuditValues, recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { existsFor, mayChange } from './present.ts';
import { listReportRows, type ReportRow, removeRecipient } from './store.ts';

export interface Acting {
  membership: Membership;
  actor: Actor;
}

export interface ReportFields {
  view_id: string | null;
  cadence: Cadence;
  weekday: number;
  hour: number;
}
type Change = { [Field in keyof ReportFields]?: ReportFields[Field] | undefined } & {
  recipients?: string[] | undefined;
  active?: boolean | undefined;
};

export const noReport = () => new AppError('not_found', 'We couldn’t find this report.');

/** A view that exists for the caller and whose metrics fit into a mail; gives its name. */
async function nameOfView(tx: Tx, { membership, actor }: Acting, viewId: string | null): Promise<string> {
  if (viewId === null) return 'Overview';
  const view = await tx
    .selectFrom('saved_views')
    .select(['name', 'screen', 'owner_id', 'shared', 'query'])
    .where('project_id', '=', membership.projectId)
    .where('view_id', '=', viewId)
    .executeTakeFirst();
  if (!view || !viewExistsFor(view, { userId: actor.userId, membership }))
    throw badField('view_id', 'is not a view of yours or of the project');
  if (!(MAILED_SCREENS as readonly string[]).includes(view.screen)) {
    throw badField(
      'view_id',
      'is a view of a screen that is not sent by mail: choose one of Overview or Campaigns',
    );
  }
  return view.name;
}

/** Only members get reports; for others than oneself that needs a permission. */
async function checkRecipients(
  tx: Tx,
  { membership, actor }: Acting,
  { recipients, kept }: { recipients: string[]; kept: readonly string[] },
): Promise<void> {
  const isOthers = recipients.some((id) => id !== actor.userId && !kept.includes(id));
  if (isOthers && !may(membership.role, 'reports.send')) {
    throw new AppError(
      'forbidden',
      'Schedule reports for other members: this needs one of owner, admin, member. An owner or admin can give it.',
    );
  }
  await requireMembers(tx, membership.projectId, { recipients, roles: ROLES });
}

async function addRecipients(
  tx: Tx,
  now: Date,
  {
    projectId,
    reportId,
    recipients,
  }: {
    projectId: string;
    reportId: string;
    recipients: string[];
  },
): Promise<void> {
  await tx
    .insertInto('scheduled_report_recipients')
    .values(
      recipients.map((user_id) => ({ project_id: projectId, report_id: reportId, user_id, added_at: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const valuesOf = (fields: ReportFields, recipients: number): AuditValues => ({
  cadence: fields.cadence,
  ...(fields.cadence === 'weekly' ? { weekday: fields.weekday } : {}),
  hour: fields.hour,
  recipients,
});

async function note(
  tx: Tx,
  at: Date,
  {
    membership: { projectId },
    actor,
    ...change
  }: Acting & {
    action: AuditAction;
    target: string;
    before?: AuditValues;
    after?: AuditValues;
  },
): Promise<void> {
  await recordChange(tx, at, { projectId, actor, ...change });
}

async function lockProject(tx: Tx, projectId: string): Promise<void> {
  await tx
    .selectFrom('projects')
    .select('project_id')
    .where('project_id', '=', projectId)
    .forUpdate()
    .execute();
}

export async function createReport(
  kit: Kit,
  acting: Acting,
  { recipients = [acting.actor.userId], ...fields }: ReportFields & { recipients?: string[] | undefined },
): Promise<string> {
  const now = kit.clock.now();
  const { projectId } = acting.membership;
  const reportId = newId(now);
  await kit.db.transaction().execute(async (tx) => {
    await lockProject(tx, projectId);
    const { count } = await tx
      .selectFrom('scheduled_reports')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_REPORTS) {
      throw new AppError('conflict', `A project has at most ${MAX_REPORTS} scheduled reports.`);
    }
    const target = await nameOfView(tx, acting, fields.view_id);
    await checkRecipients(tx, acting, { recipients, kept: [] });
    const times = { scheduled_at: now, created_at: now, updated_at: now };
    await tx
      .insertInto('scheduled_reports')
      .values({
        project_id: projectId,
        report_id: reportId,
        created_by: acting.actor.userId,
        ...fields,
        active: true,
        ...times,
      })
      .execute();
    await addRecipients(tx, now, { projectId, reportId, recipients });
    const after = valuesOf(fields, recipients.length);
    await note(tx, now, { ...acting, action: 'scheduled_report.created', target, after });
  });
  return reportId;
}

/** A report that exists for the caller, locked. */
export async function lockReport(
  tx: Tx,
  { membership, actor }: Acting,
  reportId: string,
): Promise<ReportRow> {
  const { projectId } = membership;
  await tx
    .selectFrom('scheduled_reports')
    .select('report_id')
    .where('project_id', '=', projectId)
    .where('report_id', '=', reportId)
    .forUpdate()
    .execute();
  const [row] = await listReportRows(tx, projectId, { reportId });
  if (!row || !existsFor(row, { userId: actor.userId, membership })) throw noReport();
  return row;
}

async function lockToChange(tx: Tx, acting: Acting, reportId: string): Promise<ReportRow> {
  const row = await lockReport(tx, acting, reportId);
  if (mayChange(row, { userId: acting.actor.userId, membership: acting.membership })) return row;
  throw new AppError('forbidden', 'Only who scheduled a report, an owner or an admin can change it.');
}

export async function updateReport(
  kit: Kit,
  acting: Acting,
  { reportId, recipients, ...change }: Change & { reportId: string },
): Promise<void> {
  const now = kit.clock.now();
  const { projectId } = acting.membership;
  await kit.db.transaction().execute(async (tx) => {
    const row = await lockToChange(tx, acting, reportId);
    const fields: ReportFields = {
      view_id: change.view_id === undefined ? row.view_id : change.view_id,
      cadence: change.cadence ?? row.cadence,
      weekday: change.weekday ?? row.weekday,
      hour: change.hour ?? row.hour,
    };
    const active = change.active ?? row.active;
    const isNewView = fields.view_id !== row.view_id;
    const target = isNewView ? await nameOfView(tx, acting, fields.view_id) : (row.view_name ?? 'Overview');
    const isNewTime =
      fields.cadence !== row.cadence ||
      fields.weekday !== row.weekday ||
      fields.hour !== row.hour ||
      (active && !row.active);
    await tx
      .updateTable('scheduled_reports')
      .set({ ...fields, active, updated_at: now, ...(isNewTime ? { scheduled_at: now } : {}) })
      .where('project_id', '=', projectId)
      .where('report_id', '=', reportId)
      .execute();
    const kept = row.recipients.map(({ user_id }) => user_id);
    if (recipients) {
      await checkRecipients(tx, acting, { recipients, kept });
      await tx
        .deleteFrom('scheduled_report_recipients')
        .where('project_id', '=', projectId)
        .where('report_id', '=', reportId)
        .where('user_id', 'not in', recipients)
        .execute();
      await addRecipients(tx, now, { projectId, reportId, recipients });
    }
    await note(tx, now, {
      ...acting,
      action: 'scheduled_report.changed',
      target,
      before: { ...valuesOf(row, kept.length), active: row.active },
      after: { ...valuesOf(fields, recipients?.length ?? kept.length), active },
    });
  });
}

export async function deleteReport(kit: Kit, acting: Acting, reportId: string): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const row = await lockToChange(tx, acting, reportId);
    await tx
      .deleteFrom('scheduled_reports')
      .where('project_id', '=', acting.membership.projectId)
      .where('report_id', '=', reportId)
      .execute();
    await note(tx, now, {
      ...acting,
      action: 'scheduled_report.deleted',
      target: row.view_name ?? 'Overview',
      before: valuesOf(row, row.recipients.length),
    });
  });
}

export async function leaveReport(kit: Kit, { membership, actor }: Acting, reportId: string): Promise<void> {
  await kit.db.transaction().execute(async (tx) => {
    const left = await removeRecipient(tx, membership.projectId, { reportId, userId: actor.userId });
    if (!left) throw noReport();
  });
}
