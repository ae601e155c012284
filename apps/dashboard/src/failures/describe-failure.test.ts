import { CallError } from '@trailmark/contract/call';
import { describe, expect, it } from 'vitest';
import { describeFailure } from './describe-failure.ts';

describe('describeFailure', () => {
  it('says when it is the device that is offline', () => {
    expect(describeFailure(new CallError('The server cannot be reached.', 0, null), false).title).toBe(
      'You are offline',
    );
  });

  it('says when the server does not answer', () => {
    const words = describeFailure(new CallError('The server took too long to answer.', 0, null), true);
    expect(words.title).toBe('The server took too long to answer');
  });

  it('gives the request id of a failing server', () => {
    const error = new CallError('Internal error', 500, 'internal_error', {}, 'req-7');
    expect(describeFailure(error, true).detail).toBe('Request req-7');
  });

  it('speaks of a request only where there is one', () => {
    const error = new CallError('The server answered 502 without a reason.', 502, null);
    expect(describeFailure(error, true).text).not.toContain('request');
  });

  it('repeats the reason of a refusal', () => {
    expect(describeFailure(new CallError('This project is not there.', 404, 'not_found'), true).text).toBe(
      'This project is not there.',
    );
  });

  it('does not show what a programming fault says', () => {
    const words = describeFailure(new TypeError('x is undefined'), true);
    expect(JSON.stringify(words)).not.toContain('undefined');
  });
});
