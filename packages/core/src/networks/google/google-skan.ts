import { z } from 'zod';
import type { OutboundRequest } from '../../destinations/destination.ts';
import type { GoogleSchema } from '../../skan/schema/to-google.ts';
import type { AdsAccess } from './google-search.ts';

/** The number of a link, which names the schema; apps are linked by another id that is shown in Google Ads. */
export const ACCOUNT_LINKS_QUERY =
  'SELECT third_party_app_analytics_link.shareable_link_id, account_link.account_link_id ' +
  'FROM third_party_app_analytics_link';

export const AccountLinkRow = z.object({
  thirdPartyAppAnalyticsLink: z.object({ shareableLinkId: z.string() }),
  accountLink: z.object({ accountLinkId: z.coerce.string().regex(/^\d+$/) }),
});

/** Whose schema is replaced. */
export interface SchemaUpload {
  customerId: string;
  loginCustomerId: string | null;
  accountLinkId: string;
  schema: GoogleSchema;
  /** Nothing is changed: Google only says what is wrong. */
  validateOnly: boolean;
}

/**
 * Replaces the schema of an app (CustomerSkAdNetworkConversionValueSchemaService.Mutate, one operation for each request:
 * google/ads/googleads/v17/services/customer_sk_ad_network_conversion_value_schema_service.proto).
 */
export function schemaRequest(
  { version, token }: AdsAccess,
  { customerId, loginCustomerId, accountLinkId, schema, validateOnly }: SchemaUpload,
): OutboundRequest {
  const resource = 'customerSkAdNetworkConversionValueSchemas';
  const resourceName = `customers/${customerId}/${resource}/${accountLinkId}`;
  return {
    method: 'POST',
    url: `https://googleads.googleapis.com/${version}/customers/${customerId}/${resource}:mutate`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(loginCustomerId === null ? {} : { 'login-customer-id': loginCustomerId }),
    },
    body: JSON.stringify({
      operation: { update: { resourceName, schema } },
      validateOnly,
      enableWarnings: true,
    }),
  };
}

/** A warning is a status of Google's: its message is for people. */
export const SchemaAnswer = z.object({
  result: z.object({ resourceName: z.string(), appId: z.string().optional() }).optional(),
  warning: z.object({ message: z.string().catch('') }).optional(),
});
