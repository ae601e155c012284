import { describe, expect, it } from 'vitest';
import { landingPath, safeReturnTo } from './landing-path.ts';

const membership = {
  project_id: '0192f000-0000-7000-8000-000000000001',
  name: 'Kite',
  platform: 'app',
  role: 'owner',
  joined_at: '2026-01-01T00:00:00Z',
} as const;
const settled = { first_name: 'Asha', project_members: [membership] };

describe('landingPath', () => {
  it('goes back to where the person wanted to go', () => {
    expect(landingPath(settled, '/settings/members?p_id=1')).toBe('/settings/members?p_id=1');
  });

  it('goes to the overview otherwise', () => {
    expect(landingPath(settled, null)).toBe('/overview');
    expect(landingPath(settled, '//evil.example')).toBe('/overview');
  });

  it('asks a person without a name or a project first', () => {
    expect(landingPath({ ...settled, first_name: null }, '/account')).toBe('/welcome');
    expect(landingPath({ ...settled, project_members: [] }, '/account')).toBe('/welcome');
  });
});

describe('safeReturnTo', () => {
  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '', null])(
    'refuses %s',
    (path) => {
      expect(safeReturnTo(path)).toBeNull();
    },
  );

  it('does not lead back to the sign-in', () => {
    expect([safeReturnTo('/login'), safeReturnTo('/login/verify'), safeReturnTo('/login?x=1')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(safeReturnTo('/logins')).toBe('/logins');
  });
});
