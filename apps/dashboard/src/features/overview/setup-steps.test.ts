import { SETUP_STEPS } from '@trailmark/contract/projects';
import { describe, expect, it } from 'vitest';
import { isAwaiting, STEP_WORDS, setupProgress } from './setup-steps.ts';

describe('setupProgress', () => {
  it('counts what is done', () => {
    const steps = SETUP_STEPS.map((step, index) => ({ step, done: index < 2 }));
    expect(setupProgress(steps)).toEqual({ done: 2, total: SETUP_STEPS.length, finished: false });
  });

  it('is finished when every step is', () => {
    expect(setupProgress(SETUP_STEPS.map((step) => ({ step, done: true }))).finished).toBe(true);
  });

  it('is not finished without steps', () => {
    expect(setupProgress([]).finished).toBe(false);
  });
});

describe('STEP_WORDS', () => {
  it('leads to a screen from every step but the first', () => {
    expect(SETUP_STEPS.filter((step) => !STEP_WORDS[step].action)).toEqual(['project_made']);
  });
});

describe('isAwaiting', () => {
  it('listens until everything from outside was seen', () => {
    const without = (missing: string) => SETUP_STEPS.map((step) => ({ step, done: step !== missing }));
    expect(isAwaiting(without('first_event'))).toBe(true);
    expect(isAwaiting(without('key_generated'))).toBe(false);
  });
});
