import { describe, expect, test } from 'vitest';
import {
  assignableRoles,
  may,
  mayChangeMember,
  PERMISSIONS,
  type Permission,
  ROLE_SUMMARY,
  ROLES,
  type Role,
} from './permissions.ts';

/**
 * The table of roles, written out once more by hand: a permission is changed in two places,
 * and on purpose. Columns: owner, admin, member, viewer, guest.
 */
const TABLE: [what: string, permissions: Permission[], row: string][] = [
  ['opens the project', ['project.open'], 'y y y y y'],
  ['sees reports, people and live events', ['reports.see'], 'y y y y y'],
  ['exports', ['reports.export'], 'y y y y y'],
  ['creates and edits campaigns, links and event maps', ['campaigns.edit'], 'y y y - -'],
  ['shares saved views, and schedules reports for others', ['views.share', 'reports.send'], 'y y y - -'],
  ['sees alerts and gets them by mail', ['alerts.see'], 'y y y y -'],
  ['creates, changes and mutes alerts', ['alerts.edit'], 'y y y - -'],
  ['shares a campaign', ['campaigns.share'], 'y y y - -'],
  ['sees integrations, SKAN, webhooks, domains and keys', ['connections.see'], 'y y y y -'],
  ['edits integrations, SKAN, webhooks, domains and keys', ['connections.edit'], 'y y - - -'],
  ['takes over tokens and signing keys of another provider', ['keys.import'], 'y - - - -'],
  ['sees members and invites', ['members.see'], 'y y y y -'],
  ['edits members and invites', ['members.edit'], 'y y - - -'],
  ['sees usage and credits, and the audit log', ['usage.see', 'audit.see'], 'y y - - -'],
  ['sees the settings of the project', ['settings.see'], 'y y y y -'],
  ['edits the settings of the project', ['settings.edit'], 'y y - - -'],
  ['deletes, and transfers ownership', ['project.delete', 'project.transfer'], 'y - - - -'],
];

describe('the permission table', () => {
  test.each(TABLE)('who %s', (_, permissions, row) => {
    const expected = row.split(' ').map((cell) => cell === 'y');
    for (const permission of permissions) {
      expect(ROLES.map((role) => may(role, permission))).toEqual(expected);
    }
  });

  test('is written out in full here', () => {
    const covered = TABLE.flatMap(([, permissions]) => permissions);
    expect(covered.sort()).toEqual(Object.keys(PERMISSIONS).sort());
    expect(ROLES).toEqual(['owner', 'admin', 'member', 'viewer', 'guest']);
  });

  test('says in words what each permission and each role is', () => {
    for (const { what } of Object.values(PERMISSIONS)) expect(what).toMatch(/^[A-Z].*[^.]$/);
    for (const role of ROLES) expect(ROLE_SUMMARY[role]).toMatch(/\.$/);
  });
});

describe('roles that a member may give', () => {
  test.each<[Role, Role[]]>([
    ['owner', ['owner', 'admin', 'member', 'viewer', 'guest']],
    ['admin', ['admin', 'member', 'viewer', 'guest']],
    ['member', []],
    ['viewer', []],
    ['guest', []],
  ])('as %s: %j', (actor, roles) => {
    expect(assignableRoles(actor)).toEqual(roles);
    for (const target of ROLES) expect(mayChangeMember(actor, target)).toBe(roles.includes(target));
  });
});
