import { describe, expect, it, vi } from 'vitest';
import { failedQueries } from './failed-queries.ts';

function query(reason: string | null, isFetching = false) {
  const error = reason === null ? null : new Error(reason);
  return { error, isFetching, isLoadingError: error !== null, refetch: vi.fn() };
}

describe('failed queries', () => {
  it('are none where all have loaded', () => {
    expect(failedQueries([query(null), query(null, true)])).toBeNull();
  });

  it('give the first reason, and are loaded again together, without those that have loaded', () => {
    const [one, loaded, other] = [query('first'), query(null), query('second')];
    const failed = failedQueries([loaded, one, other]);
    expect(failed?.error?.message).toBe('first');
    failed?.refetch();
    expect(one.refetch).toHaveBeenCalledOnce();
    expect(other.refetch).toHaveBeenCalledOnce();
    expect(loaded.refetch).not.toHaveBeenCalled();
  });

  it('are fetching while one of them is, whatever the loaded ones do', () => {
    expect(failedQueries([query('first'), query(null, true)])?.isFetching).toBe(false);
    expect(failedQueries([query('first'), query('second', true)])?.isFetching).toBe(true);
  });
});
