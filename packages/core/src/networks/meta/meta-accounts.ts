import { z } from 'zod';
import type { OutboundRequest } from '../../destinations/destination.ts';
import { VendorCurrency, VendorDigits, VendorName, VendorZone } from '../vendor-text.ts';
import { graphPage } from './graph-page.ts';
import { graphRequest, type MetaApp } from './meta-auth.ts';

/** An account with a network, as the network describes it. */
export interface FoundAccount {
  externalId: string;
  name: string;
  currency: string | null;
  timeZone: string | null;
  status: 'active' | 'disabled';
}

const FIELDS = 'id,account_id,name,account_status,currency,timezone_name';
const PAGE = '100';

export function accountsRequest(
  app: MetaApp,
  { token, after }: { token: string; after: string | null },
): OutboundRequest {
  const page: Record<string, string> = after === null ? {} : { after };
  return graphRequest(app, 'me/adaccounts', { token, query: { fields: FIELDS, limit: PAGE, ...page } });
}

/** 1 is active, and 9 still runs while a payment is late; every other number is an account that cannot run ads. */
const RUNNING = [1, 9];

const Account = z
  .object({
    account_id: VendorDigits,
    name: VendorName,
    account_status: z.int().catch(0),
    currency: VendorCurrency,
    timezone_name: VendorZone,
  })
  .transform(
    (account): FoundAccount => ({
      externalId: account.account_id,
      name: account.name || `Account ${account.account_id}`,
      currency: account.currency,
      timeZone: account.timezone_name,
      status: RUNNING.includes(account.account_status) ? 'active' : 'disabled',
    }),
  );

export const AccountsAnswer = graphPage(Account);
