import type { Member } from '@trailmark/contract/members';
import { describe, expect, it } from 'vitest';
import { listInWords } from '../words/list-in-words.ts';
import { roleManagers } from './role-managers.ts';

function member(role: Member['role'], email: string, first_name: string | null = null): Member {
  return { user_id: email, email, first_name, last_name: null, role, joined_at: '', last_seen_at: null };
}

describe('roleManagers', () => {
  it('names owners first, then admins, by name or address', () => {
    const members = [
      member('admin', 'b@x.example', 'Bo'),
      member('viewer', 'v@x.example'),
      member('owner', 'o@x.example'),
    ];
    expect(roleManagers(members)).toEqual(['o@x.example', 'Bo']);
  });

  it('names three at most', () => {
    expect(roleManagers(['a', 'b', 'c', 'd'].map((name) => member('admin', name)))).toEqual(['a', 'b', 'c']);
  });
});

describe('listInWords', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a or b'],
    [['a', 'b', 'c'], 'a, b or c'],
  ])('joins %j', (items, expected) => {
    expect(listInWords(items, 'or')).toBe(expected);
  });
});
