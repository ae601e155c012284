import type { AddressSearch } from '../address/address-state.ts';

/** Names in addresses that report screens take along from one to the next: the days and the filters that they share. */
export const RETAINED_PARAMS = [
  'range',
  'from',
  'to',
  'compare',
  'network',
  'campaign',
  'countries',
  'platforms',
] as const;

/** A change of an address that takes none of them along. */
export const NOTHING_RETAINED: AddressSearch = Object.fromEntries(
  RETAINED_PARAMS.map((name) => [name, undefined]),
);
