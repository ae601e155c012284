import { isIpAddress, isSha256, isUuid, textsOf } from '../ad-accounts/field-checks.ts';
import { isText, type JsonObject } from '../receivers/request-content.ts';

/** What is wrong with a field, and how Meta numbers it where that is known. */
export interface FieldProblem {
  field: string;
  message: string;
  subcode?: number;
  title?: string;
}

/** https://developers.facebook.com/documentation/ads-commerce/conversions-api/parameters/customer-information-parameters */
const HASHED = ['em', 'ph', 'fn', 'ln', 'db', 'ge', 'ct', 'st', 'zp', 'country'];
const CLICK_ID = /^fb\.\d\.\d{13}\.\S+$/;
const BROWSER_ID = /^fb\.\d\.\d{13}\.\d+$/;
const TEXTS = [
  ...['client_user_agent', 'anon_id', 'subscription_id', 'fb_login_id', 'lead_id', 'page_id'],
  ...['page_scoped_user_id', 'ctwa_clid', 'ig_account_id', 'ig_sid'],
];
const KNOWN = new Set([...HASHED, ...TEXTS, 'external_id', 'client_ip_address', 'fbc', 'fbp', 'madid']);

/** Keys that identify nobody, even together. */
const TOO_BROAD = [
  new Set(['ct', 'country', 'st', 'zp', 'ge', 'client_user_agent']),
  new Set(['db', 'client_user_agent']),
  new Set(['fn', 'ge']),
];

const problem = (key: string, message: string): FieldProblem => ({ field: `user_data.${key}`, message });

function identifierProblem(data: JsonObject): FieldProblem | null {
  const { client_ip_address: ip, fbc, fbp, madid } = data;
  if (ip !== undefined && !isIpAddress(ip)) return problem('client_ip_address', 'must be an IP address');
  if (fbc !== undefined && !(isText(fbc) && CLICK_ID.test(fbc))) {
    return problem('fbc', 'must be fb.{subdomainIndex}.{creationTimeMs}.{fbclid}');
  }
  if (fbp !== undefined && !(isText(fbp) && BROWSER_ID.test(fbp))) {
    return problem('fbp', 'must be fb.{subdomainIndex}.{creationTimeMs}.{random}');
  }
  if (madid !== undefined && !isUuid(madid)) {
    return problem('madid', 'must be an advertising id, not hashed');
  }
  const text = TEXTS.find((key) => data[key] !== undefined && !isText(data[key]));
  return text === undefined ? null : problem(text, 'must be a text');
}

/** What Meta refuses the user_data of an event for; null where it takes it. */
export function userDataProblem(data: JsonObject, actionSource: unknown): FieldProblem | null {
  for (const key of HASHED) {
    if (data[key] === undefined) continue;
    if (!textsOf(data[key])?.every(isSha256)) return problem(key, 'must be a SHA-256 hash in lower-case hex');
  }
  if (data.external_id !== undefined && !textsOf(data.external_id)) {
    return problem('external_id', 'must be a text or a list of texts');
  }
  const own = identifierProblem(data);
  if (own) return own;
  if (actionSource === 'website' && !isText(data.client_user_agent)) {
    return problem('client_user_agent', 'is required for website events');
  }
  const keys = Object.keys(data).filter((key) => KNOWN.has(key));
  if (keys.length === 0 || TOO_BROAD.some((broad) => keys.every((key) => broad.has(key)))) {
    return {
      field: 'user_data',
      message: 'has insufficient customer information parameters',
      subcode: 2804050,
      title: 'You Haven’t Added Sufficient Customer Information Parameter Data',
    };
  }
  return null;
}

/** What Meta takes although its documentation advises otherwise. */
export function userDataWarnings(data: JsonObject, actionSource: unknown): string[] {
  const unknown = Object.keys(data).filter((key) => !KNOWN.has(key));
  const isPlainId = data.external_id !== undefined && !textsOf(data.external_id)?.every(isSha256);
  return [
    ...unknown.map((key) => `user_data.${key} is not documented`),
    ...(isPlainId ? ['user_data.external_id is not hashed'] : []),
    ...(data.anon_id !== undefined && actionSource !== 'app' ? ['user_data.anon_id is for app events'] : []),
  ];
}
