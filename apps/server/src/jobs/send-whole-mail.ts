import { setTimeout as sleep } from 'node:timers/promises';
import type { MailState } from '@trailmark/contract/mail-states';
import { isAway } from '../db/is-away.ts';
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

const PAUSE_MS = 1000;
/** About ten minutes; then the job is tried again, and with it the mail. */
const MOST_TRIES = 600;

/** The mail is out: what fails from now on must not send it again while the database is only away for a moment. */
async function noteSent(note: WaitingMail['note'], pauseMs: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await note({ state: 'sent', reason: null });
    } catch (error) {
      if (!isAway(error) || tries === MOST_TRIES) throw error;
      await sleep(pauseMs, undefined, { ref: false });
    }
  }
}

/**
 * Sends a mail of a job, which is tried again until it is too late; the outcome is noted each time. A mail goes out at
 * least once: a process that dies before it has noted what the mail server said sends it again, as the same message.
 */
export async function sendWholeMail(
  { mail, clock }: Pick<Kit, 'mail' | 'clock'>,
  { to, dueAt, compose, note }: WaitingMail,
  pauseMs = PAUSE_MS,
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
  await noteSent(note, pauseMs);
}
