import type { GoogleAdsLeftOut } from '@trailmark/contract/google-ads';
import {
  CLIENTS_QUERY,
  ClientRow,
  CUSTOMER_QUERY,
  CustomerRow,
  type GoogleCustomer,
  leftOutReason,
} from '@trailmark/core/networks/google/google-accounts';
import { AccessibleAnswer, accessibleRequest } from '@trailmark/core/networks/google/google-search';
import type { z } from 'zod';
import { NetworkRefused } from '../../../networks/ask-network.ts';
import { askGoogle } from '../../../networks/google-login.ts';
import type { Kit } from '../../../platform/kit.ts';
import { searchAds } from './search-ads.ts';

type LeftOut = z.output<typeof GoogleAdsLeftOut>;

/** An account, and the manager through which it is reached; null: directly. */
export type ReachedCustomer = GoogleCustomer & { loginCustomerId: string | null };

/** The accounts that a login reaches, and those that are left out. */
export interface ReachedCustomers {
  customers: ReachedCustomer[];
  leftOut: LeftOut[];
}

/** An account with everything below it. One that manages nothing may have no list of clients. */
async function readBelow(kit: Kit, token: string, customerId: string): Promise<GoogleCustomer[]> {
  const search = { token, customerId, loginCustomerId: customerId };
  const clients = await searchAds(kit, { ...search, query: CLIENTS_QUERY, row: ClientRow });
  if (clients.length > 0) return clients;
  return await searchAds(kit, { ...search, query: CUSTOMER_QUERY, row: CustomerRow });
}

/** The way without a manager is the surest: a manager may lose an account. */
function keepSurest(known: Map<string, ReachedCustomer>, customer: ReachedCustomer): void {
  const before = known.get(customer.id);
  if (!before || (before.loginCustomerId !== null && customer.loginCustomerId === null)) {
    known.set(customer.id, customer);
  }
}

/** Reads every account that a login reaches. One that may not be read does not hold up the others. */
export async function readCustomers(kit: Kit, token: string): Promise<ReachedCustomers> {
  const access = { version: kit.env.networkVersions.googleAds, token };
  const direct = await askGoogle(kit, accessibleRequest(access), AccessibleAnswer);
  const found = new Map<string, ReachedCustomer>();
  const unread: LeftOut[] = [];
  for (const id of direct) {
    try {
      for (const customer of await readBelow(kit, token, id)) {
        keepSurest(found, { ...customer, loginCustomerId: customer.id === id ? null : id });
      }
    } catch (error) {
      if (!(error instanceof NetworkRefused && error.error.meaning === 'refused')) throw error;
      unread.push({ customer_id: id, name: `Account ${id}`, reason: error.error.words });
    }
  }
  const all = [...found.values()];
  const leftOut = all.flatMap((customer): LeftOut[] => {
    const reason = leftOutReason(customer);
    return reason === null ? [] : [{ customer_id: customer.id, name: customer.name, reason }];
  });
  return {
    customers: all.filter(({ isManager }) => !isManager),
    // One that is reached through a manager is not left out.
    leftOut: [...leftOut, ...unread.filter(({ customer_id: id }) => !found.has(id))],
  };
}
