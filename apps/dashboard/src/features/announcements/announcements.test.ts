import { describe, expect, it } from 'vitest';
import { ANNOUNCEMENTS, unseen } from './announcements.ts';
import { markSeen, seenIds } from './seen-announcements.ts';

function storeWith(value: string | null) {
  let stored = value;
  const setItem = (_key: string, next: string) => {
    stored = next;
  };
  return { getItem: () => stored, setItem };
}

const LONG_AGO = '2020-01-01T00:00:00.000Z';

describe('unseen', () => {
  it('gives all of them to someone who was there before, newest first', () => {
    const days = unseen(ANNOUNCEMENTS, [], LONG_AGO).map(({ date }) => date);
    expect(days).toHaveLength(ANNOUNCEMENTS.length);
    expect(days).toEqual([...days].sort().reverse());
  });

  it('leaves out what was seen, and ignores ids that no longer exist', () => {
    const [newest, ...rest] = ANNOUNCEMENTS;
    expect(unseen(ANNOUNCEMENTS, [newest!.id, 'gone'], LONG_AGO)).toEqual(rest);
  });

  it('leaves out what was there when the person came', () => {
    const [newest, before] = ANNOUNCEMENTS;
    expect(unseen(ANNOUNCEMENTS, [], `${newest!.date}T00:00:00.000Z`)).toEqual([]);
    expect(unseen(ANNOUNCEMENTS, [], `${before!.date}T23:59:59.999Z`)).toEqual([newest]);
  });

  it('never uses an id twice', () => {
    expect(new Set(ANNOUNCEMENTS.map(({ id }) => id)).size).toBe(ANNOUNCEMENTS.length);
  });
});

describe('seen announcements', () => {
  it('are kept as a list of ids', () => {
    const store = storeWith('["a"]');
    expect(markSeen(store, 'b')).toEqual(['a', 'b']);
    expect(store.getItem()).toBe('["a","b"]');
  });

  it('are not listed twice', () => {
    const store = storeWith('["a"]');
    markSeen(store, 'a');
    expect(store.getItem()).toBe('["a"]');
  });

  it.each([null, '', 'x', '{}', '"a"', '[1, null]'])('start empty from %j', (stored) => {
    expect(seenIds(storeWith(stored))).toEqual([]);
  });
});
