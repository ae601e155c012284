import { ROLE_SUMMARY, type Role } from '@trailmark/contract/permissions';
import type { MailText } from '../../platform/mail-layout.ts';
import { nameInMail } from '../../platform/mail-name.ts';

export const INVITE_DAYS = 14;

interface InviteWords {
  projectName: string;
  role: Role;
  /** The name of the person who invites, or null. */
  inviterName: string | null;
  /** The address that they have proven to be theirs. */
  inviterEmail: string | null;
  url: string;
}

/** People choose names: in the mail of this server they are plain text, so that nobody sends links by it. */
export function inviteMail({ role, url, ...names }: InviteWords): MailText {
  const projectName = nameInMail(names.projectName) || 'a project';
  const inviter = nameInMail(names.inviterName ?? '') || names.inviterEmail || 'A member';
  return {
    subject: `${inviter} invites you to ${projectName} on Trailmark`,
    heading: `Join ${projectName} on Trailmark`,
    paragraphs: [
      `${inviter} invites you as ${role}. ${ROLE_SUMMARY[role]}`,
      `The invite is valid for ${INVITE_DAYS} days.`,
    ],
    button: { label: 'View invite', url },
    footnote: `You get this mail because ${inviter} entered your address. If you do not know them, ignore this mail.`,
  };
}
