import { z } from 'zod';
import { mailList } from '../../http/mail-lists.ts';
import { removeRecipient } from './store.ts';

/** One person's subscription to one report. */
export const reportMails = mailList({
  subscription: z.strictObject({ projectId: z.uuid(), reportId: z.uuid(), userId: z.uuid() }),
  remove: (tx, { projectId, ...who }) => removeRecipient(tx, projectId, who),
  words: {
    title: 'Stop this report?',
    effect: 'You will not get this scheduled report by mail any more. Other reports are not affected.',
    done: 'This report is not mailed to you any more. You can subscribe again under Reports in Trailmark.',
  },
});
