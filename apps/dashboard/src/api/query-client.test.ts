import { CallError } from '@trailmark/contract/call';
import { describe, expect, it } from 'vitest';
import { queryClient, shouldRetry } from './query-client.ts';

describe('shouldRetry', () => {
  it('never repeats what was refused', () => {
    expect(shouldRetry(0, new CallError('no', 403, 'forbidden'))).toBe(false);
    expect(shouldRetry(0, new CallError('no', 404, 'not_found'))).toBe(false);
  });

  it('repeats once after a lost connection or a failing server', () => {
    expect(shouldRetry(0, new CallError('away', 0, null))).toBe(true);
    expect(shouldRetry(0, new CallError('broken', 503, 'unavailable'))).toBe(true);
    expect(shouldRetry(1, new CallError('broken', 503, 'unavailable'))).toBe(false);
  });
});

describe('queryClient', () => {
  it('refetches on mount and never on window focus', () => {
    const { queries } = queryClient.getDefaultOptions();
    expect(queries?.refetchOnMount).toBe(true);
    expect(queries?.refetchOnWindowFocus).toBe(false);
  });
});
