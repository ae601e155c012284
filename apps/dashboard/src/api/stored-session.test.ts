import type { User } from '@trailmark/contract/users';
import { describe, expect, it } from 'vitest';
import { type KeyValueStore, restoreSession, storeSession } from './stored-session.ts';

function storeWith(values: Record<string, string>): KeyValueStore & { keys: () => string[] } {
  const map = new Map(Object.entries(values));
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
    keys: () => [...map.keys()].sort(),
  };
}

const user: User = {
  id: '0d8f3f0e-31a5-4d55-9f0b-6f1f3a1c7b11',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: null,
  company: null,
  role: null,
  analytics_opt_out: false,
  is_local_owner: false,
  is_operator: false,
  may_create_projects: true,
  created_at: '2026-01-01T00:00:00Z',
  project_members: [],
  invites: [],
};

describe('restoreSession', () => {
  it('clears everything that is stored when there is no token', () => {
    const store = storeWith({
      user: JSON.stringify(user),
      last_selected_project: 'x',
      feature_announcements_seen: '["a"]',
      theme: 'light',
    });
    expect(restoreSession(store)).toBeNull();
    expect(store.keys()).toEqual([]);
  });

  it.each(['', '""', '12', 'null', 'not json', '{"a":1}'])('takes %j for no token', (token) => {
    const store = storeWith({ token, theme: 'dark' });
    expect(restoreSession(store)).toBeNull();
    expect(store.keys()).toEqual([]);
  });

  it('restores the stored user and keeps the rest', () => {
    const store = storeWith({ token: '"secret"', user: JSON.stringify(user), theme: 'light' });
    expect(restoreSession(store)).toEqual({ token: 'secret', user });
    expect(store.keys()).toEqual(['theme', 'token', 'user']);
  });

  it.each(['{', '{"id":"old shape"}', 'null'])('goes on without a user when %j is stored', (stored) => {
    expect(restoreSession(storeWith({ token: '"secret"', user: stored }))).toEqual({
      token: 'secret',
      user: null,
    });
  });
});

describe('storeSession', () => {
  it('keeps the token as a JSON-encoded string, and the user', () => {
    const store = storeWith({ theme: 'dark' });
    storeSession(store, { token: 'a"b', user });
    expect(store.getItem('token')).toBe('"a\\"b"');
    expect(restoreSession(store)).toEqual({ token: 'a"b', user });
    expect(store.keys()).toEqual(['theme', 'token', 'user']);
  });
});
