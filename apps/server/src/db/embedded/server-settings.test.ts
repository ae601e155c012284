import { describe, expect, it } from 'vitest';
import { serverSettings } from './server-settings.ts';

const gibibyte = 1024 ** 3;

describe('the server settings', () => {
  it.each([
    [0.5, '128MB'],
    [4, '512MB'],
    [16, '2048MB'],
    [256, '2048MB'],
  ])('with %s GiB of memory share %s', (memory, sharedBuffers) => {
    const settings = serverSettings({ fast: false, memoryBytes: memory * gibibyte });
    expect(settings).toMatchObject({ shared_buffers: sharedBuffers });
  });

  it('leave durability as PostgreSQL has it, unless a test gives it up', () => {
    expect(Object.keys(serverSettings({ fast: false }))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/fsync|synchronous_commit|full_page_writes/)]),
    );
    expect(serverSettings({ fast: true })).toMatchObject({
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      shared_buffers: '128MB',
    });
  });
});
