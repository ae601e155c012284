import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../db/connection.ts';
import { mailList } from '../../http/mail-lists.ts';
import { removeRecipient } from './store.ts';

async function listRulesOfMail(tx: Tx, projectId: string, mailId: string): Promise<string[]> {
  const { rows } = await sql<{ rule_id: string }>`
    select distinct f.rule_id from alert_mail_firings i
    join alert_firings f on f.project_id = i.project_id and f.firing_id = i.firing_id
    where i.project_id = ${projectId} and i.mail_id = ${mailId} order by f.rule_id`.execute(tx);
  return rows.map(({ rule_id }) => rule_id);
}

/** One person's subscription to the alerts that a mail is about. */
export const alertMails = mailList({
  subscription: z.strictObject({ projectId: z.uuid(), alertMailId: z.uuid(), userId: z.uuid() }),
  remove: async (tx, { projectId, alertMailId, userId }) => {
    const ruleIds = await listRulesOfMail(tx, projectId, alertMailId);
    await removeRecipient(tx, projectId, { ruleIds, userId });
  },
  words: {
    title: 'Stop these alerts?',
    effect: 'You will not get the alerts of this mail any more. Other alerts are not affected.',
    done: 'These alerts are not mailed to you any more. You still see them under Alerts in Trailmark.',
  },
});
