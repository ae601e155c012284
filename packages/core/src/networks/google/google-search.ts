import { z } from 'zod';
import type { OutboundRequest } from '../../destinations/destination.ts';

const HOST = 'https://googleads.googleapis.com';

/** By whom the Google Ads API is asked. */
export interface AdsAccess {
  /** Such as `v24`. */
  version: string;
  token: string;
}

const headersOf = (token: string) => ({ accept: 'application/json', authorization: `Bearer ${token}` });

/** The accounts that a person has access to by themselves; what those manage is read from each. */
export const accessibleRequest = ({ version, token }: AdsAccess): OutboundRequest => ({
  method: 'GET',
  url: `${HOST}/${version}/customers:listAccessibleCustomers`,
  headers: headersOf(token),
  body: '',
});

export const AccessibleAnswer = z
  .object({ resourceNames: z.array(z.string().regex(/^customers\/\d+$/)).default([]) })
  .transform(({ resourceNames }) => resourceNames.map((name) => name.slice('customers/'.length)));

/** A query in Google's query language, of one account. */
export interface AdsSearch {
  customerId: string;
  /** The manager through which it is reached; null: directly. */
  loginCustomerId: string | null;
  query: string;
  pageToken: string | null;
}

export function searchRequest(
  { version, token }: AdsAccess,
  { customerId, loginCustomerId, query, pageToken }: AdsSearch,
): OutboundRequest {
  return {
    method: 'POST',
    url: `${HOST}/${version}/customers/${customerId}/googleAds:search`,
    headers: {
      ...headersOf(token),
      'content-type': 'application/json',
      ...(loginCustomerId === null ? {} : { 'login-customer-id': loginCustomerId }),
    },
    // Google sets the size of a page itself.
    body: JSON.stringify({ query, ...(pageToken === null ? {} : { pageToken }) }),
  };
}

/** A page of rows. Google leaves out what is empty. */
export const searchAnswer = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row).default([]), nextPageToken: z.string().optional() });
