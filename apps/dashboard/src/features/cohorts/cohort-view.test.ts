import { PROJECT_WORDS } from '@trailmark/contract/project-words';
import { describe, expect, it } from 'vitest';
import { type AddressSearch, readAddress, writeAddress } from '../../address/address-state.ts';
import { COHORT_VIEW, type CohortView, DEFAULT_COHORT_VIEW, meaningOf } from './cohort-view.ts';

const readCohortView = (search: AddressSearch) => readAddress(COHORT_VIEW, DEFAULT_COHORT_VIEW, search);
const writeCohortView = (view: CohortView) => writeAddress(COHORT_VIEW, DEFAULT_COHORT_VIEW, view);

describe('the view of an address', () => {
  it('is the usual where nothing is said', () => {
    expect(readCohortView({})).toEqual(DEFAULT_COHORT_VIEW);
  });

  it('is what was written', () => {
    const view = { metric: 'roas', mode: 'rolling', span: 'week', group: 'country', days: 90 } as const;
    expect(readCohortView(writeCohortView(view))).toEqual(view);
    expect(JSON.stringify(writeCohortView(DEFAULT_COHORT_VIEW))).toBe('{}');
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
    expect(readCohortView(search)).toEqual(DEFAULT_COHORT_VIEW);
  });
});

it('says of retention how it is counted, and of money what it is', () => {
  expect(meaningOf({ metric: 'retention', mode: 'rolling' }, PROJECT_WORDS.app)).toContain('day n or later');
  expect(meaningOf({ metric: 'ltv', mode: 'rolling' }, PROJECT_WORDS.app)).toContain('÷ installs');
});
