/** The domain's DNS does not prove, or no longer proves, that it belongs to the project. */
export const MISSES = {
  no_record:
    'No DNS record of this domain was found yet. A new record can take an hour to be seen; we check again every ten minutes.',
  no_text:
    'The CNAME record leads here, but the TXT record is missing. Add it: a CNAME record alone does not prove that the domain is yours.',
  leads_elsewhere:
    'The TXT record is missing, and the CNAME record leads to another address. Compare both with the values below.',
  wrong_text: 'The TXT record is there but holds another value. Copy the value again, all of it.',
  address_only: 'This domain has an address (A or AAAA record) but no TXT record. Add the TXT record.',
  taken:
    'Another project has verified this domain and keeps it while its TXT record is there. Remove the domain in that project, or remove its TXT record: after two checks without it, about 20 minutes, this project can have the domain.',
} as const;

/** The state of a domain that was verified before a TXT record was required. */
export const UNPROVEN =
  'This domain was verified by its CNAME record, which does not prove that it is yours. Add the TXT record: until then another project that adds one takes the domain over.';

/** Nobody could be asked, which proves nothing. */
export const SILENCE =
  'The name servers of this domain did not answer. Its status stays as it is until they do.';

/** The project owns the domain, links do not work. */
export const UNREACHED = {
  no_answer:
    'The domain is verified, but nothing answers there over HTTPS yet. Check that its CNAME, A or AAAA record leads here; the first certificate can take a few minutes.',
  someone_else:
    'The domain is verified, but another server answers there. Links work once its CNAME, A or AAAA record leads here.',
} as const;

export type Miss = keyof typeof MISSES;

export function isMiss(problem: string | null): boolean {
  return Object.values<string | null>(MISSES).includes(problem);
}

export function isUnreached(problem: string | null): boolean {
  return Object.values<string | null>(UNREACHED).includes(problem);
}
