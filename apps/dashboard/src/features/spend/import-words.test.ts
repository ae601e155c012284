import type { NetworkImport } from '@trailmark/contract/network-spend';
import { describe, expect, it, test } from 'vitest';
import { importProgress, importWords } from './import-words.ts';

const clock = { timezone: 'Asia/Kolkata', now: new Date('2026-11-16T12:00:00Z') };
const account: NetworkImport = {
  kind: 'META',
  ad_account_id: '301122334455667',
  name: 'Kite India',
  currency: 'INR',
  time_zone: 'Asia/Kolkata',
  state: 'waiting',
  changed_rows: 12,
  reason: null,
  days: { from: '2026-10-20', to: '2026-11-16', reached: '2026-11-17' },
  started_at: null,
  ended_at: null,
  pulled_at: '2026-11-16T10:00:00.000Z',
  next_at: '2026-11-16T14:00:00.000Z',
};

describe('the progress of an import', () => {
  test.each([
    ['2026-10-20', 1],
    ['2026-10-28', 9],
    ['2026-11-16', 28],
    // All of it is there.
    ['2026-11-17', 28],
  ])('that has reached %s is day %i of 28', (reached, day) => {
    expect(importProgress({ days: { from: '2026-10-20', to: '2026-11-16', reached } })).toEqual({
      day,
      of: 28,
    });
  });

  it('is unknown before the first one', () => {
    expect(importProgress({ days: null })).toBeNull();
  });
});

describe('an ad account in words', () => {
  test.each<[string, Partial<NetworkImport>, string, string | null]>([
    ['waits', {}, 'Up to date', null],
    ['waits for its first turn', { pulled_at: null }, 'Waiting', 'Nothing was imported from Meta yet.'],
    [
      'is asked',
      { state: 'running', days: { from: '2026-10-20', to: '2026-11-16', reached: '2026-10-28' } },
      'Importing',
      'Day 9 of 28',
    ],
    [
      'is tried again later',
      { state: 'running', reason: 'Meta is busy' },
      'Interrupted',
      'Meta is busy. It will be retried at 19:30.',
    ],
    ['has failed', { state: 'failed', reason: 'Meta refused: 190' }, 'Failed', 'Meta refused: 190.'],
    ['is stopped', { state: 'stopped' }, 'Stopped', 'Nothing is imported until it is started again.'],
  ])('that %s', (_which, change, label, line) => {
    expect(importWords({ ...account, ...change }, clock)).toMatchObject({ label, line });
  });
});
