import { describe, expect, it } from 'vitest';
import { type AddressSearch, readAddress, writeAddress } from '../../address/address-state.ts';
import { isPeopleFiltered, NO_PEOPLE_FILTERS, PEOPLE_VIEW, type PeopleView } from './people-view.ts';

const readPeopleView = (search: AddressSearch) => readAddress(PEOPLE_VIEW, NO_PEOPLE_FILTERS, search);
const writePeopleView = (view: PeopleView) => writeAddress(PEOPLE_VIEW, NO_PEOPLE_FILTERS, view);

const full: PeopleView = {
  search: '48213',
  network: 'GOOGLE',
  campaign: '0d8f3f0e-31a5-4d55-9f0b-6f1f3a1c7b11',
  countries: ['IN', 'NP'],
  platforms: ['ios', 'android'],
  suspicious: true,
};

describe('the view of an address', () => {
  it('reads back what was written', () => {
    expect(readPeopleView(writePeopleView(full))).toEqual(full);
    expect(readPeopleView(writePeopleView(NO_PEOPLE_FILTERS))).toEqual(NO_PEOPLE_FILTERS);
  });

  it('takes a number of the address for text', () => {
    expect(readPeopleView({ q: 48213 }).search).toBe('48213');
  });

  it('leaves out what makes no sense', () => {
    const odd = {
      q: {},
      campaign: 'summer',
      platforms: 'toaster,ios',
      countries: 'IN,,IN',
      suspicious: 'no',
    };
    expect(readPeopleView(odd)).toEqual({ ...NO_PEOPLE_FILTERS, platforms: ['ios'], countries: ['IN'] });
  });
});

it('knows whether anything narrows the list', () => {
  expect(isPeopleFiltered(NO_PEOPLE_FILTERS)).toBe(false);
  expect(isPeopleFiltered({ ...NO_PEOPLE_FILTERS, suspicious: true })).toBe(true);
});
