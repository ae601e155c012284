import { ROLE_SUMMARY, type Role } from '@trailmark/contract/permissions';
import type { MailText } from '../../platform/mail-layout.ts';

export const INVITE_DAYS = 14;

interface InviteWords {
  projectName: string;
  role: Role;
  inviter: string;
  url: string;
}

export function inviteMail({ projectName, role, inviter, url }: InviteWords): MailText {
  return {
    subject: `${inviter} invites you to ${projectName} on Trailmark`,
    heading: `Join ${projectName} on Trailmark`,
    paragraphs: [
      `${inviter} invites you as ${role}. ${ROLE_SUMMARY[role]}`,
      `The invite waits for you for ${INVITE_DAYS} days.`,
    ],
    button: { label: 'See the invite', url },
    footnote: `You get this mail because ${inviter} gave your address. If you do not know them, ignore it: nothing happens.`,
  };
}
