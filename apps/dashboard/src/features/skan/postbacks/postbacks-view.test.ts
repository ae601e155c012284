import { expect, it } from 'vitest';
import { readAddress, writeAddress } from '../../../address/address-state.ts';
import { ALL_POSTBACKS, isNarrowed, POSTBACKS_VIEW } from './postbacks-view.ts';

it('is in the address, as the router reads it', () => {
  const view = { ...ALL_POSTBACKS, verdict: 'invalid', counted: 'false', window: '2' } as const;
  expect(
    readAddress(POSTBACKS_VIEW, ALL_POSTBACKS, { verdict: 'invalid', counted: false, window: 2 }),
  ).toEqual(view);
  expect(readAddress(POSTBACKS_VIEW, ALL_POSTBACKS, { verdict: 'luck', counted: 3, postback: 'x' })).toEqual(
    ALL_POSTBACKS,
  );
  expect(writeAddress(POSTBACKS_VIEW, ALL_POSTBACKS, view)).toMatchObject({
    verdict: 'invalid',
    counted: 'false',
  });
});

it('is narrowed by filters, not by what is open', () => {
  expect(isNarrowed(ALL_POSTBACKS)).toBe(false);
  expect(isNarrowed({ ...ALL_POSTBACKS, open: 'x' })).toBe(false);
  expect(isNarrowed({ ...ALL_POSTBACKS, window: '0' })).toBe(true);
});
