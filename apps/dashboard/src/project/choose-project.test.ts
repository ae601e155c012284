import type { ProjectMembership } from '@trailmark/contract/users';
import { describe, expect, it } from 'vitest';
import { chooseProject, needsWelcome, readProjectParam } from './choose-project.ts';

function membership(project_id: string): ProjectMembership {
  return {
    project_id,
    name: `Project ${project_id}`,
    platform: 'app',
    role: 'member',
    joined_at: '2026-01-01T00:00:00Z',
  };
}

const first = membership('first');
const last = membership('last');

describe('chooseProject', () => {
  it('keeps the project that the URL names', () => {
    expect(chooseProject('first', [first, last])).toEqual({ kind: 'keep', membership: first });
  });

  it('takes the last membership in the list when the URL names none', () => {
    expect(chooseProject(undefined, [first, last])).toEqual({
      kind: 'replace',
      membership: last,
      foreign: false,
    });
  });

  it('treats a foreign project as missing, and says so', () => {
    expect(chooseProject('stranger', [first, last])).toEqual({
      kind: 'replace',
      membership: last,
      foreign: true,
    });
  });

  it('has nothing to choose without memberships', () => {
    expect(chooseProject('first', [])).toEqual({ kind: 'none' });
    expect(chooseProject(undefined, [])).toEqual({ kind: 'none' });
  });
});

describe('needsWelcome', () => {
  it('asks who has no name', () => {
    expect(needsWelcome({ first_name: null, project_members: [first] })).toBe(true);
  });

  it('asks who has no project', () => {
    expect(needsWelcome({ first_name: 'Ada', project_members: [] })).toBe(true);
  });

  it('lets everyone else through', () => {
    expect(needsWelcome({ first_name: 'Ada', project_members: [first] })).toBe(false);
  });
});

describe('readProjectParam', () => {
  it.each([
    [{ p_id: 'abc' }, { p_id: 'abc' }],
    [{ p_id: 12 }, { p_id: '12' }],
    [{ p_id: '' }, {}],
    [{ p_id: { a: 1 } }, {}],
    [{ other: 'x' }, {}],
  ])('reads %j as %j', (search, expected) => {
    expect(readProjectParam(search)).toEqual(expected);
  });
});
