import type { Db, Tx } from '../db/connection.ts';
import type { Kit } from '../platform/kit.ts';
import type { MailText } from '../platform/mail-layout.ts';
import { enqueue } from './queue.ts';
import { job } from './runner.ts';

interface SealedMail {
  to: string;
  text: MailText;
}

/** Sends a mail after the transaction commits, again and again until the mail server takes it. */
export async function mailLater(db: Db | Tx, kit: Pick<Kit, 'secrets'>, mail: SealedMail): Promise<void> {
  await enqueue(db, 'send-mail', { sealed: kit.secrets.seal('jobs', mail) });
}

export const sendMail = job('send-mail', async (kit, payload) => {
  const { to, text } = kit.secrets.open('jobs', payload.sealed) as SealedMail;
  await kit.mail.send(to, text);
});
