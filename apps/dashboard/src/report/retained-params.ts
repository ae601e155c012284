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
export const NOTHING_RETAINED: Readonly<Record<(typeof RETAINED_PARAMS)[number], undefined>> = {
  range: undefined,
  from: undefined,
  to: undefined,
  compare: undefined,
  network: undefined,
  campaign: undefined,
  countries: undefined,
  platforms: undefined,
};
