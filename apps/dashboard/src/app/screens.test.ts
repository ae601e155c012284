import { PROJECT_WORDS } from '@trailmark/contract/project-words';
import { SETUP_STEPS } from '@trailmark/contract/projects';
import { describe, expect, it } from 'vitest';
import { stepWords } from '../features/overview/setup-steps.ts';
import { carriesSecret, hasSecretFragment } from '../tracking/safe-address.ts';
import { SCREENS, screenAt } from './screens.ts';

describe('SCREENS', () => {
  it('has every path once', () => {
    const paths = SCREENS.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('names a permission for every screen of a project', () => {
    expect(SCREENS.filter(({ access, permission }) => access === 'project' && !permission)).toEqual([]);
  });

  it('shows in the rail only what has an icon', () => {
    expect(SCREENS.filter(({ rail, icon }) => rail && !icon)).toEqual([]);
  });

  it('keeps secrets in fragments to public screens', () => {
    expect(SCREENS.filter(({ path, access }) => hasSecretFragment(path) && access !== 'public')).toEqual([]);
  });

  it('keeps trackers away from the codes of ad networks', () => {
    const callbacks = SCREENS.filter(({ path }) => path.endsWith('/callback'));
    expect(callbacks.map(({ path }) => [path, carriesSecret(path)])).toEqual([
      ['/login/callback', true],
      ['/integrations/$kind/callback', true],
    ]);
  });

  it('has the screens that the first steps lead to', () => {
    for (const { action } of SETUP_STEPS.map((step) => stepWords(step, PROJECT_WORDS.app))) {
      if (action) expect(screenAt(action.to)?.access).toBe('project');
    }
  });
});

describe('screenAt', () => {
  it('finds a screen with and without a slash at the end', () => {
    expect(screenAt('/settings/keys/')?.title).toBe('Keys');
    expect(screenAt('/settings/keys')?.title).toBe('Keys');
  });

  it('finds none elsewhere', () => {
    expect(screenAt('/settings')).toBeUndefined();
    expect(screenAt('/')).toBeUndefined();
  });
});
