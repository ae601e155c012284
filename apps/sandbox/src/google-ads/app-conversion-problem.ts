import { isCurrency, isIpAddress, isUuid } from '../ad-accounts/field-checks.ts';
import { asObject, mediaTypeOf, parseJson } from '../receivers/request-content.ts';
import type { Credentials, ToolRequest } from '../receivers/tool.ts';
import { type AppLink, GOOGLE_DEV_TOKEN } from './google-ads.data.ts';

/** https://developers.google.com/app-conversion-tracking/api/request-response-specs */
const EVENT_TYPES = [
  ...['first_open', 'session_start', 'in_app_purchase', 'view_item_list', 'view_item'],
  ...['view_search_results', 'add_to_cart', 'ecommerce_purchase', 'custom'],
];
const PARAMETERS = new Set([
  ...['dev_token', 'link_id', 'app_event_type', 'app_event_name', 'rdid', 'id_type', 'lat', 'app_version'],
  ...['os_version', 'sdk_version', 'timestamp', 'value', 'currency_code', 'market_referrer_gclid', 'gclid'],
  ...['gbraid', 'app_open_source', 'odm_info', 'eea', 'ad_personalization', 'ad_user_data'],
]);
const USER_AGENT = /^[^\s/]+[ /]\S+ \([^;()]+; [^;()]+; [^;()]*; [^;()]*; Proxy\)$/;
const MOST_NAME_LENGTH = 64;

const isFlag = (value: string) => value === '0' || value === '1';
const CHECKS: Record<string, (value: string) => boolean> = {
  app_event_type: (value) => EVENT_TYPES.includes(value),
  rdid: isUuid,
  id_type: (value) => value === 'advertisingid' || value === 'idfa',
  lat: isFlag,
  app_version: (value) => value !== '',
  os_version: (value) => value !== '',
  sdk_version: (value) => value !== '',
  // Seconds with a fraction of microseconds.
  timestamp: (value) => /^\d{10}\.\d{6}$/.test(value),
};
const OPTIONAL: Record<string, (value: string) => boolean> = {
  value: (value) => /^\d+(\.\d+)?$/.test(value),
  currency_code: isCurrency,
  app_open_source: (value) => value === 'ad_click' || value === 'organic',
  eea: isFlag,
  ad_personalization: isFlag,
  ad_user_data: isFlag,
};

function headerErrors(request: ToolRequest): string[] {
  const { headers, body } = request;
  const agent = headers['user-agent'] ?? '';
  const errors = [
    ...(USER_AGENT.test(agent) ? [] : ['user_agent_invalid']),
    ...(isIpAddress(headers['x-forwarded-for']) ? [] : ['x_forwarded_for_invalid']),
  ];
  const type = headers['content-type'] ?? '';
  const isJson = mediaTypeOf(request) === 'application/json' && /charset=utf-8/i.test(type);
  if (!isJson) errors.push('content_type_invalid');
  if (headers['content-length'] === undefined) errors.push('content_length_missing');
  if (body.length === 0) return errors;
  const content = asObject(parseJson(body.toString('utf8')));
  const isRich = content && Object.keys(content).length === 1 && asObject(content.app_event_data);
  return isRich ? errors : [...errors, 'app_event_data_invalid'];
}

function nameErrors(query: URLSearchParams): string[] {
  const [type, name] = [query.get('app_event_type'), query.get('app_event_name')];
  if (type !== 'custom') return name === null ? [] : ['app_event_name_not_allowed'];
  if (name === null || name === '' || [...name].length > MOST_NAME_LENGTH) return ['app_event_name_invalid'];
  return EVENT_TYPES.includes(name) ? ['app_event_name_reserved_value'] : [];
}

export interface LinkContext {
  links: readonly AppLink[];
  /** Partners that a test has set; null: the one that the sandbox knows. */
  accepted: readonly Credentials[] | null;
}

/** Errors of the partner and of the link, which every request has. */
export function linkErrors(query: URLSearchParams, { links, accepted }: LinkContext): string[] {
  const link = links.find(({ linkId, status }) => linkId === query.get('link_id') && status === 'ENABLED');
  const partners = accepted === null ? [GOOGLE_DEV_TOKEN] : accepted.map((entry) => entry.dev_token);
  return [
    ...(partners.includes(query.get('dev_token') ?? '') ? [] : ['dev_token_invalid']),
    ...(link ? [] : ['link_id_invalid']),
  ];
}

/** What Google names in the errors of its answer. */
export function appConversionErrors(
  request: ToolRequest,
  { links, accepted, now }: LinkContext & { now: Date },
): string[] {
  const { query } = request;
  const wrong = (checks: typeof CHECKS, isRequired: boolean) =>
    Object.entries(checks).flatMap(([name, isGood]) => {
      const value = query.get(name);
      if (value === null) return isRequired ? [`${name}_missing`] : [];
      return isGood(value) ? [] : [`${name}_invalid`];
    });
  const errors = [
    ...linkErrors(query, { links, accepted }),
    ...wrong(CHECKS, true),
    ...wrong(OPTIONAL, false),
    ...nameErrors(query),
    ...headerErrors(request),
  ];
  const link = links.find(({ linkId }) => linkId === query.get('link_id'));
  const idType = link?.appVendor === 'APPLE_APP_STORE' ? 'idfa' : 'advertisingid';
  if (link && query.get('id_type') !== idType) errors.push('id_type_invalid');
  if (Number(query.get('timestamp')) * 1000 > now.getTime()) errors.push('timestamp_invalid');
  if (query.has('value') && !query.has('currency_code')) errors.push('currency_code_missing');
  return [...new Set(errors)];
}

export function appConversionWarnings(query: URLSearchParams): string[] {
  return [...query.keys()].filter((name) => !PARAMETERS.has(name)).map((name) => `${name} is not documented`);
}
