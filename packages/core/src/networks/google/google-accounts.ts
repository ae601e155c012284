import { z } from 'zod';
import { VendorCurrency, VendorDigits, VendorName, VendorZone } from '../vendor-text.ts';

const FIELDS = ['id', 'descriptive_name', 'currency_code', 'time_zone', 'manager', 'status'];
const select = (resource: string) => FIELDS.map((name) => `${resource}.${name}`).join(', ');

/** A manager, and all accounts below it at any depth. */
export const CLIENTS_QUERY = `SELECT ${select('customer_client')} FROM customer_client`;
/** An account by itself: one that manages nothing has no list of clients. */
export const CUSTOMER_QUERY = `SELECT ${select('customer')} FROM customer`;

const Customer = z
  .object({
    id: VendorDigits,
    descriptiveName: VendorName,
    currencyCode: VendorCurrency,
    timeZone: VendorZone,
    manager: z.boolean().catch(false),
    status: z.string().catch('UNKNOWN'),
  })
  .transform(({ id, descriptiveName, currencyCode, timeZone, manager, status }) => ({
    id,
    name: descriptiveName || `Account ${id}`,
    isManager: manager,
    status,
    currency: currencyCode,
    timeZone,
  }));
/** An account of Google Ads. */
export type GoogleCustomer = z.output<typeof Customer>;

export const ClientRow = z
  .object({ customerClient: Customer })
  .transform(({ customerClient }) => customerClient);
export const CustomerRow = z.object({ customer: Customer }).transform(({ customer }) => customer);

const STATUSES = new Map([
  ['CANCELED', 'The account was cancelled.'],
  ['SUSPENDED', 'Google has suspended the account.'],
  ['CLOSED', 'The account is closed.'],
]);

/** Why an account is not imported; null: it is. Only accounts that can run ads have anything to report. */
export function leftOutReason({ isManager, status }: GoogleCustomer): string | null {
  if (isManager) return 'It is a manager account: the accounts below it are imported.';
  if (status === 'ENABLED') return null;
  return STATUSES.get(status) ?? `Its status at Google is ${status}.`;
}

/** Conversions of the web can be sent to these types alone. */
export const ACTIONS_QUERY =
  'SELECT conversion_action.id, conversion_action.name, conversion_action.status FROM conversion_action ' +
  "WHERE conversion_action.type IN ('UPLOAD_CLICKS', 'WEBPAGE') ORDER BY conversion_action.name";

const ACTION_STATUSES = { ENABLED: 'enabled', REMOVED: 'removed', HIDDEN: 'hidden' } as const;

export const ActionRow = z
  .object({
    conversionAction: z.object({
      id: VendorDigits,
      name: VendorName,
      status: z.enum(['ENABLED', 'REMOVED', 'HIDDEN']).catch('HIDDEN'),
    }),
  })
  .transform(({ conversionAction: { id, name, status } }) => ({
    id,
    name: name || `Conversion action ${id}`,
    status: ACTION_STATUSES[status],
  }));
