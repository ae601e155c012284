import type { ConnectionHealth } from '@trailmark/contract/connections';
import { expect, it } from 'vitest';
import { connectionKindWords, healthWords } from './connection-words.ts';

const NOW = new Date('2026-06-14T12:00:00Z');

function health(change: Partial<ConnectionHealth>): ConnectionHealth {
  return {
    connection_id: 'c1',
    kind: 'mixpanel',
    name: 'Mixpanel',
    state: 'active',
    reason: null,
    state_since: '2026-06-10T08:00:00Z',
    waiting: 0,
    late_since: null,
    blocked_until: null,
    last_delivered_at: null,
    delivered: 0,
    rejected: 0,
    skipped: 0,
    ...change,
  };
}

const words = (change: Partial<ConnectionHealth>) => healthWords(health(change), 'UTC', NOW);

it('says what is delivered and what waits', () => {
  expect(words({})).toEqual({ tone: 'off', line: 'Nothing sent yet', refused: null });
  expect(words({ waiting: 1 }).line).toBe('1 message about to be sent');
  expect(words({ delivered: 1204, rejected: 3 })).toEqual({
    tone: 'good',
    line: 'Delivering, 1,204 since yesterday, none waiting',
    refused: '3 refused',
  });
  expect(words({ last_delivered_at: '2026-06-01T08:00:00Z' }).line).toBe('Nothing to send since yesterday');
});

it('says since when something is late, with the day where it is another', () => {
  const late = words({ delivered: 9, waiting: 12, late_since: '2026-06-14T09:02:00Z' });
  expect(late).toEqual({ tone: 'warn', line: '12 waiting, oldest since 09:02', refused: null });
  expect(words({ delivered: 9, waiting: 12, late_since: '2026-06-14T11:59:30Z' }).line).toBe(
    'Delivering, 9 since yesterday, 12 waiting',
  );
  expect(words({ waiting: 12, late_since: '2026-06-13T09:02:00Z' }).line).toBe(
    '12 waiting, oldest since 13 Jun 09:02',
  );
});

it('says when it is tried again, and why nothing is sent', () => {
  const blocked = words({
    waiting: 4,
    blocked_until: '2026-06-14T12:10:00Z',
    late_since: '2026-06-14T11:00:00Z',
  });
  expect(blocked.line).toBe('Pauses, next try at 12:10, 4 waiting, oldest since 11:00');
  expect(words({ waiting: 1, reason: 'answered 503' })).toEqual({
    tone: 'warn',
    line: 'The last try failed (answered 503), 1 waiting',
    refused: null,
  });
  expect(words({ blocked_until: '2026-06-14T11:00:00Z', delivered: 1 }).line).toContain('Delivering');
  expect(words({ state: 'paused' })).toEqual({
    tone: 'off',
    line: 'Nothing sent since 10 Jun 08:00, none waiting',
    refused: null,
  });
  expect(words({ state: 'attention' }).tone).toBe('warn');
});

it('names every kind', () => {
  expect(connectionKindWords('webhook')).toBe('Webhook');
  expect(connectionKindWords('posthog')).toBe('PostHog');
});
