import { DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import { describe, expect, it } from 'vitest';
import { changedProjectResolver, newProjectResolver, type ProjectValues } from './project-values.ts';

const values: ProjectValues = {
  name: ' Kite ',
  platform: 'web',
  website: 'kite.example',
  app_store_link: '',
  play_store_link: '',
  currency: 'INR',
  timezone: 'Asia/Kolkata',
  windows: DEFAULT_WINDOWS,
};
const options = { fields: {}, shouldUseNativeValidation: false } as const;

describe('the resolvers', () => {
  it('hand on what the contract takes, without what a new project has not', async () => {
    const { values: sent } = await newProjectResolver(values, undefined, options);
    expect(sent).toEqual({
      name: 'Kite',
      platform: 'web',
      website: 'https://kite.example',
      app_store_link: null,
      play_store_link: null,
      currency: 'INR',
      timezone: 'Asia/Kolkata',
    });
  });

  it('refuse each bad field by its name', async () => {
    const { errors } = await newProjectResolver(
      { ...values, name: ' ', website: 'javascript:1' },
      undefined,
      options,
    );
    expect(Object.keys(errors).sort()).toEqual(['name', 'website']);
    expect(errors.name?.message).toBe('is required');
  });

  it('refuse a window that is too long, by its path', async () => {
    const windows = { ...DEFAULT_WINDOWS, click_hours: 721 };
    const { errors } = await changedProjectResolver({ ...values, windows }, undefined, options);
    expect(errors.windows?.click_hours?.message).toBe('is at most 30 days');
  });
});
