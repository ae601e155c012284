import type { Permission } from '@trailmark/contract/permissions';

export interface Announcement {
  /** Kept in local storage once seen; never used again for another one. */
  id: string;
  /** The day it came out. */
  date: string;
  title: string;
  text: string;
  /** Shown only to those who can use it. */
  permission: Permission;
}

/** What is new, newest first. */
export const ANNOUNCEMENTS: readonly Announcement[] = [
  {
    id: '2026-11-reports',
    date: '2026-11-15',
    title: 'Spend, CPI and ROAS',
    text: 'Import spend from ad networks or from a file. Campaigns and cohorts then show CPI and ROAS.',
    permission: 'campaigns.edit',
  },
  {
    id: '2026-11-roles',
    date: '2026-11-14',
    title: 'Five roles for your team',
    text: 'Owner, admin, member, viewer and guest: give each colleague only what they need, under Settings, Members.',
    permission: 'members.edit',
  },
  {
    id: '2026-11-audit-log',
    date: '2026-11-12',
    title: 'An audit log for every project',
    text: 'Who changed members, roles, keys and settings, what it was before, and from where.',
    permission: 'audit.see',
  },
];

/** Those that came out after the person did, and that they have not dismissed yet. */
export function unseen(
  announcements: readonly Announcement[],
  seenIds: readonly string[],
  joinedAt: string,
): Announcement[] {
  const joinedOn = joinedAt.slice(0, 10);
  return announcements.filter(({ id, date }) => date > joinedOn && !seenIds.includes(id));
}
