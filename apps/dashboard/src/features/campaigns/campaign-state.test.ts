import { expect, it } from 'vitest';
import { campaignState } from './campaign-state.ts';

const now = new Date('2026-06-15T12:00:00Z');
const past = '2026-06-15T12:00:00.000Z';
const coming = '2026-06-15T12:00:01.000Z';

it.each([
  [{ active: true, expires_at: null, archived_at: null }, 'active'],
  [{ active: false, expires_at: null, archived_at: null }, 'paused'],
  [{ active: true, expires_at: coming, archived_at: null }, 'active'],
  [{ active: true, expires_at: past, archived_at: null }, 'ended'],
  [{ active: false, expires_at: past, archived_at: null }, 'ended'],
  [{ active: true, expires_at: past, archived_at: past }, 'archived'],
] as const)('%j is %s', (campaign, state) => {
  expect(campaignState(campaign, now)).toBe(state);
});
