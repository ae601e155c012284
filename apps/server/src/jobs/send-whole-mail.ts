import type { MailState } from '@trailmark/contract/mail-states';
import { HOUR_MS, later } from '../platform/clock.ts';
import type { Kit } from '../platform/kit.ts';
import type { WholeMail } from '../platform/mail.ts';

/** A mail that is later than that is of no use any more. */
const LATE_MS = 12 * HOUR_MS;

export const isTooLate = (dueAt: Date, now: Date) => now > later(dueAt, LATE_MS);

interface Outcome {
  state: MailState;
  reason: 'report_failed' | 'mail_server_refused' | null;
}

interface WaitingMail {
  to: string;
  dueAt: Date;
  compose(): Promise<WholeMail>;
  note(outcome: Outcome): Promise<void>;
}

/** Sends a mail of a job, which is tried again until it is too late; the outcome is noted each time. */
export async function sendWholeMail(
  { mail, clock }: Pick<Kit, 'mail' | 'clock'>,
  { to, dueAt, compose, note }: WaitingMail,
): Promise<void> {
  const isLast = isTooLate(dueAt, clock.now());
  let reason: Outcome['reason'] = 'report_failed';
  try {
    const composed = await compose();
    reason = 'mail_server_refused';
    await mail.sendWhole(to, composed);
  } catch (error) {
    await note({ state: isLast ? 'failed' : 'waiting', reason });
    if (isLast) return;
    throw error;
  }
  await note({ state: 'sent', reason: null });
}
