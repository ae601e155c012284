import { PROJECT_WORDS } from '@trailmark/contract/project-words';
import { SETUP_STEPS } from '@trailmark/contract/projects';
import { describe, expect, it } from 'vitest';
import { awaitedStep, isUntouched, setupProgress, stepWords } from './setup-steps.ts';

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

describe('isUntouched', () => {
  const done = (...steps: string[]) => SETUP_STEPS.map((step) => ({ step, done: steps.includes(step) }));

  it('holds until something can be measured, whatever else is set up', () => {
    expect(isUntouched(done('project_made', 'address_given', 'colleague_invited', 'key_generated'))).toBe(
      true,
    );
    for (const step of ['sdk_seen', 'first_click', 'first_install', 'first_event', 'network_connected']) {
      expect(isUntouched(done(step)), step).toBe(false);
    }
  });

  it('does not hold for who may not see the setup', () => {
    expect(isUntouched([])).toBe(false);
  });
});

describe('stepWords', () => {
  it('leads to a screen from every step but the first', () => {
    expect(SETUP_STEPS.filter((step) => !stepWords(step, PROJECT_WORDS.app).action)).toEqual([
      'project_made',
    ]);
  });

  it('speaks of visitors where a website is measured', () => {
    expect(stepWords('first_install', PROJECT_WORDS.app).title).toBe('First install');
    expect(stepWords('first_install', PROJECT_WORDS.web)).toMatchObject({
      title: 'First visitor',
      awaits: 'Listening for a visitor…',
    });
  });
});

describe('awaitedStep', () => {
  it('listens until everything from outside was seen', () => {
    const without = (missing: string) => SETUP_STEPS.map((step) => ({ step, done: step !== missing }));
    expect(awaitedStep(without('first_event'))?.step).toBe('first_event');
    expect(awaitedStep(without('key_generated'))).toBeUndefined();
  });

  it('listens for every step that says so, and for no other', () => {
    for (const step of SETUP_STEPS) {
      const says = stepWords(step, PROJECT_WORDS.app).awaits !== undefined;
      expect(awaitedStep([{ step, done: false }]) !== undefined, step).toBe(says);
    }
  });
});
