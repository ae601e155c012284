import { describe, expect, it } from 'vitest';
import { meaningOf, readCohortView, USUAL_VIEW, writeCohortView } from './cohort-view.ts';

describe('the view of an address', () => {
  it('is the usual where nothing is said', () => {
    expect(readCohortView({})).toEqual(USUAL_VIEW);
  });

  it('is what was written', () => {
    const view = { figure: 'roas', mode: 'rolling', span: 'week', group: 'country', days: 90 } as const;
    expect(readCohortView(writeCohortView(view))).toEqual(view);
    expect(JSON.stringify(writeCohortView(USUAL_VIEW))).toBe('{}');
  });

  it.each([
    [{ figure: 'money' }],
    [{ mode: 7 }],
    [{ span: 'year' }],
    [{ by: 'link' }],
    [{ days: 0 }],
    [{ days: 91 }],
    [{ days: 2.5 }],
    [{ days: 'all' }],
  ])('leaves out %j', (search) => {
    expect(readCohortView(search)).toEqual(USUAL_VIEW);
  });
});

it('says of retention how it is counted, and of money what it is', () => {
  expect(meaningOf({ figure: 'retention', mode: 'rolling' })).toContain('day n or later');
  expect(meaningOf({ figure: 'ltv', mode: 'rolling' })).toContain('÷ installs');
});
