import { CallError } from '@trailmark/contract/call';
import { describe, expect, it } from 'vitest';
import { failureAdvice } from './failure-advice.ts';

describe('failureAdvice', () => {
  it('says to check the connection when there was no answer', () => {
    const offline = new CallError('The server cannot be reached.', 0, null);
    expect(failureAdvice(offline)).toBe('The server cannot be reached. Check your connection and try again.');
  });

  it('keeps the server’s word on when to try again', () => {
    const limited = new CallError('Too many tries. Please try again in 3 minutes.', 429, 'rate_limited');
    expect(failureAdvice(limited)).toBe('Too many tries. Please try again in 3 minutes.');
  });

  it('points at the highlighted fields only where there are some', () => {
    expect(
      failureAdvice(new CallError('name is required', 400, 'validation_failed', { name: 'is required' })),
    ).toMatch('highlighted fields');
    expect(failureAdvice(new CallError('Nothing to change.', 400, 'validation_failed'))).toBe(
      'Nothing to change.',
    );
  });

  it('says who can help where the role is too small', () => {
    expect(failureAdvice(new CallError('You may not do this.', 403, 'forbidden'))).toMatch('owner or admin');
  });

  it('gives a reference to a failure of the server', () => {
    expect(failureAdvice(new CallError('Something went wrong.', 500, 'internal_error', {}, 'req-7'))).toMatch(
      'req-7',
    );
  });

  it('hides what a bug said', () => {
    expect(failureAdvice(new TypeError('x is not a function'))).not.toMatch('function');
  });
});
