import type { SkanSchemaMapping, SkanSchemaVersion } from '@trailmark/contract/skan-schema';
import { describe, expect, it } from 'vitest';
import { canActivate, versionToActivate } from './use-activate-skan.ts';

const schema = { bases: [], install_value: 0 as const, lock_first_window: 'never' as const, values_used: 2 };
const version = (number: number, state: SkanSchemaVersion['state']): SkanSchemaVersion => ({
  version: number,
  state,
  bases: ['signup'],
  schema,
  created_at: '',
  activated_at: null,
  retired_at: null,
});
const mapping = (over: Partial<SkanSchemaMapping>): SkanSchemaMapping => ({
  activate_skan: false,
  changed_at: null,
  explanation: '',
  app_id: '6400000001',
  has_values: false,
  draft: null,
  active: null,
  values: [],
  versions: [],
  ...over,
});
const draft = version(2, 'draft');
const active = version(1, 'active');

describe('what can be activated', () => {
  it.each([
    ['nothing', {}, null, false],
    ['a first draft', { draft }, 2, true],
    ['a draft without an app', { draft, app_id: null }, 2, false],
    ['what is active already', { active, activate_skan: true }, null, false],
    ['a draft beside what is active', { draft, active, activate_skan: true }, 2, true],
    ['what was active before', { active }, 1, true],
    ['a draft rather than what was active before', { draft, active }, 2, true],
  ])('%s', (_, over, expected, can) => {
    expect(versionToActivate(mapping(over))).toBe(expected);
    expect(canActivate(mapping(over))).toBe(can);
  });
});
