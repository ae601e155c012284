import { sql } from 'kysely';
import { allProjects, rowsOfAll, withoutLostNodes } from '../../db/all-projects.ts';
import { nodeByNode } from '../../db/node-by-node.ts';
import { partOfEach } from '../../db/project-db.ts';
import { enqueue } from '../../jobs/queue.ts';
import { job } from '../../jobs/runner.ts';
import { isTooLate } from '../../jobs/send-whole-mail.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { type DueMail, daysOfSlot, listDueMails } from './slots.ts';

async function makeMail({ db }: Kit, now: Date, { projectId, due }: { projectId: string; due: DueMail }) {
  const { from, to } = daysOfSlot(due.cadence, due.slot);
  const late = isTooLate(due.due_at, now);
  const mailId = newId(now);
  await db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('scheduled_report_mails')
      .values({
        project_id: projectId,
        mail_id: mailId,
        report_id: due.report_id,
        user_id: due.user_id,
        email: due.email,
        slot: due.slot,
        from_day: from,
        to_day: to,
        due_at: due.due_at,
        state: late ? 'skipped' : 'waiting',
        reason: late ? 'server_was_down' : null,
        created_at: now,
      })
      // Another worker looked at the same time.
      .onConflict((conflict) => conflict.columns(['project_id', 'report_id', 'slot', 'user_id']).doNothing())
      .returning('mail_id')
      .executeTakeFirst();
    if (made && !late) await enqueue(tx, 'send-report', { project_id: projectId, mail_id: mailId });
  });
}

/** Gives every mail whose time has come to a worker, once. */
export const findDueReports = job('find-due-reports', async (kit) => {
  const now = kit.clock.now();
  const active = sql<{ project_id: string }>`${allProjects}
    select distinct project_id from scheduled_reports where active`;
  const parts = await partOfEach(kit.db, await rowsOfAll(kit, active));
  const outcomes = await nodeByNode(parts, async ({ row: { project_id: projectId } }) => {
    for (const due of await listDueMails(kit.db, now, projectId))
      await makeMail(kit, now, { projectId, due });
  });
  withoutLostNodes(outcomes, kit.log);
});
