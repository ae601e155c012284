import { z } from 'zod';

export const ROLES = ['owner', 'admin', 'member', 'viewer', 'guest'] as const;

/** A member's role in one project. */
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** What each role is for, as shown where a role is chosen. */
export const ROLE_SUMMARY: Record<Role, string> = {
  owner: 'Everything, including deleting the project and naming other owners.',
  admin: 'Everything except deleting the project, changing owners and taking over keys of another provider.',
  member: 'Creates and edits campaigns; sees settings and connections without secrets.',
  viewer: 'Sees and exports reports; changes nothing.',
  guest: 'Sees only the campaigns that are shared with them.',
};

const everyone: readonly Role[] = ROLES;
const team: readonly Role[] = ['owner', 'admin', 'member', 'viewer'];
const editors: readonly Role[] = ['owner', 'admin', 'member'];
const admins: readonly Role[] = ['owner', 'admin'];
const owners: readonly Role[] = ['owner'];

/**
 * The one table of permissions by role. A guest's reports are limited further to the campaigns shared with
 * them, and a guest's edits to campaigns that are shared for editing.
 */
export const PERMISSIONS = {
  'project.open': { what: 'Open the project', roles: everyone },
  'reports.see': { what: 'See reports, people and live events', roles: everyone },
  'reports.export': { what: 'Export reports', roles: everyone },
  'views.share': { what: 'Share saved views with the project', roles: editors },
  'reports.send': { what: 'Schedule reports for other members', roles: editors },
  'alerts.see': { what: 'See alerts and get them by mail', roles: team },
  'alerts.edit': { what: 'Create, change and mute alerts', roles: editors },
  'campaigns.edit': { what: 'Create and edit campaigns, links and event maps', roles: editors },
  'campaigns.share': { what: 'Share a campaign', roles: editors },
  'connections.see': {
    what: 'See integrations, SKAN, webhooks, domains and keys, without secrets',
    roles: team,
  },
  'connections.edit': { what: 'Change integrations, SKAN, webhooks, domains and keys', roles: admins },
  'keys.import': { what: 'Take over tokens and signing keys of another provider', roles: owners },
  'members.see': { what: 'See members and invites', roles: team },
  'members.edit': { what: 'Invite, remove and change members', roles: admins },
  'usage.see': { what: 'See usage and credits', roles: admins },
  'audit.see': { what: 'See the audit log', roles: admins },
  'settings.see': { what: 'See project settings', roles: team },
  'settings.edit': { what: 'Change project settings', roles: admins },
  'project.delete': { what: 'Delete and restore the project', roles: owners },
  'project.transfer': { what: 'Name and demote owners', roles: owners },
} as const satisfies Record<string, { what: string; roles: readonly Role[] }>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether a role has a permission. */
export function may(role: Role, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission].roles;
  return roles.includes(role);
}

/** The roles that one member may give to others; owners only by owners. */
export function assignableRoles(actor: Role): Role[] {
  if (!may(actor, 'members.edit')) return [];
  return ROLES.filter((role) => role !== 'owner' || may(actor, 'project.transfer'));
}

/** Whether a member may change or remove another one who now has the role `target`. */
export function mayChangeMember(actor: Role, target: Role): boolean {
  return assignableRoles(actor).includes(target);
}
