/** The domain's DNS says that it is not, or no longer, meant for us. */
export const MISSES = {
  no_record:
    'No DNS record of this domain leads here yet. A new record can take an hour to be seen; it is looked for again every ten minutes.',
  leads_elsewhere:
    'The CNAME record of this domain leads to another address. Compare it with the value that it should have.',
  wrong_text: 'The TXT record is there but holds another value. Copy the value again, all of it.',
  address_only:
    'This domain has an address (A or AAAA record) but no CNAME record. Replace the address by the CNAME record, or add the TXT record.',
  taken: 'Another project already uses this address.',
} as const;

/** Nobody could be asked, which proves nothing. */
export const SILENCE =
  'The name servers of this domain did not answer. Its status stays as it is until they do.';

/** DNS is right, links do not work. */
export const UNREACHED = {
  no_answer:
    'DNS is right, but nothing answers at this domain over HTTPS yet. The first certificate can take a few minutes.',
  someone_else:
    'DNS is right, but another server answers at this domain. Links work once this installation does.',
} as const;

export type Miss = keyof typeof MISSES;
export type Unreached = keyof typeof UNREACHED;

export function isMiss(problem: string | null): boolean {
  return Object.values<string | null>(MISSES).includes(problem);
}

export function isUnreached(problem: string | null): boolean {
  return Object.values<string | null>(UNREACHED).includes(problem);
}
