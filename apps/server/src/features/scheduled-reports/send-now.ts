import { enqueue } from '../../jobs/queue.ts';
import { AppError } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { type Acting, lockReport } from './change-report.ts';
import { daysOfSlot } from './slots.ts';

/** Mails a report to the caller, for the days that a mail of today would cover; it takes no slot. */
export async function sendNow(kit: Kit, acting: Acting, reportId: string): Promise<void> {
  const now = kit.clock.now();
  const { membership, actor } = acting;
  const { projectId } = membership;
  await kit.db.transaction().execute(async (tx) => {
    const row = await lockReport(tx, acting, reportId);
    if (row.view_id !== null && row.view_name === null) {
      throw new AppError(
        'conflict',
        'The view of this report was deleted, or is not shared any more. Choose another first.',
      );
    }
    if (!row.recipients.some(({ user_id }) => user_id === actor.userId)) {
      throw new AppError(
        'conflict',
        'Add yourself to this report first: it is sent with what its recipient may see.',
      );
    }
    const { timezone } = await tx
      .selectFrom('projects')
      .select('timezone')
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(now);
    const { from, to } = daysOfSlot(row.cadence, today);
    const mailId = newId(now);
    await tx
      .insertInto('scheduled_report_mails')
      .values({
        project_id: projectId,
        mail_id: mailId,
        report_id: reportId,
        user_id: actor.userId,
        email: actor.email,
        slot: null,
        from_day: from,
        to_day: to,
        due_at: now,
        state: 'waiting',
        created_at: now,
      })
      .execute();
    await enqueue(tx, 'send-report', { project_id: projectId, mail_id: mailId });
  });
}
