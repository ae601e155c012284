import { z } from 'zod';

/** waiting: it will be sent, or tried again. skipped: nothing was to be sent, for a reason. failed: given up. */
export const MAIL_STATES = ['waiting', 'sent', 'skipped', 'failed'] as const;
export const MailState = z.enum(MAIL_STATES);
export type MailState = z.infer<typeof MailState>;
