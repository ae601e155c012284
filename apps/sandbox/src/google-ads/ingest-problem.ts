import { isCurrency, isNumber, isSha256 } from '../ad-accounts/field-checks.ts';
import { asObject, isText, type JsonObject } from '../receivers/request-content.ts';
import { GOOGLE_ACCOUNTS, GOOGLE_CONVERSION_ACTIONS, GOOGLE_MANAGER } from './google-ads.data.ts';

export interface IngestProblem {
  reason: string;
  field: string;
  message: string;
}

const SOURCES = ['WEB', 'APP', 'IN_STORE', 'PHONE', 'MESSAGE', 'OTHER'];
const CONSENTS = ['CONSENT_GRANTED', 'CONSENT_DENIED'];
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
const MOST_IDENTIFIERS = 10;

const problem = (reason: string, field: string, message: string): IngestProblem => ({
  reason,
  field,
  message,
});

/** What is wrong with a destination: the account, how it is reached, and the conversion action. */
export function destinationProblem(value: unknown, index: number): IngestProblem | null {
  const field = `destinations[${index}]`;
  const { operatingAccount, loginAccount, productDestinationId: action } = asObject(value) ?? {};
  const operating = asObject(operatingAccount);
  const id = String(operating?.accountId);
  if (operating?.accountType !== 'GOOGLE_ADS' || !GOOGLE_ACCOUNTS.some((account) => account.id === id)) {
    return problem('PERMISSION_DENIED', `${field}.operatingAccount`, 'is no account that the caller can use');
  }
  const login = asObject(loginAccount);
  const isReached = login
    ? [GOOGLE_MANAGER.id, id].includes(String(login.accountId))
    : id !== GOOGLE_ACCOUNTS[0]?.id;
  if (!isReached) return problem('PERMISSION_DENIED', `${field}.loginAccount`, 'must be the manager account');
  return GOOGLE_CONVERSION_ACTIONS[id]?.includes(String(action))
    ? null
    : problem('INVALID_CONVERSION_ACTION_ID', `${field}.productDestinationId`, 'is no conversion action');
}

function identifierProblem(value: unknown, field: string): IngestProblem | null {
  const identifier = asObject(value) ?? {};
  const { emailAddress, phoneNumber, address } = identifier;
  if (Object.keys(identifier).length !== 1)
    return problem('INVALID_ARGUMENT', field, 'must have exactly one key');
  const hashes =
    address === undefined ? [emailAddress ?? phoneNumber] : addressHashes(asObject(address) ?? {});
  return hashes.every(isSha256)
    ? null
    : problem('INVALID_SHA256_FORMAT', field, 'must be a SHA-256 hash in lower-case hex');
}

/** Names are hashed; the region and the postal code are not. */
const addressHashes = ({ givenName, familyName }: JsonObject) => [givenName, familyName];

function identifiersProblem(event: JsonObject, field: string, encoding: unknown): IngestProblem | null {
  const ad = asObject(event.adIdentifiers) ?? {};
  const userData = asObject(event.userData);
  const identifiers = userData?.userIdentifiers;
  const hasClick = ['gclid', 'gbraid', 'wbraid', 'sessionAttributes', 'mobileDeviceId'].some((key) =>
    isText(ad[key]),
  );
  const count = Array.isArray(identifiers) ? identifiers.length : 0;
  if (!hasClick && count === 0)
    return problem('NO_IDENTIFIERS_PROVIDED', field, 'needs an ad identifier or user data');
  if (isText(ad.gbraid) && isText(ad.wbraid)) {
    return problem('INVALID_ARGUMENT', `${field}.adIdentifiers`, 'must not have both gbraid and wbraid');
  }
  if (count === 0) return null;
  if (encoding !== 'HEX') return problem('INVALID_ARGUMENT', 'encoding', 'must be HEX in this stand-in');
  const path = `${field}.userData.userIdentifiers`;
  if (count > MOST_IDENTIFIERS)
    return problem('INVALID_ARGUMENT', path, `must be at most ${MOST_IDENTIFIERS}`);
  return (
    (identifiers as unknown[])
      .map((identifier, index) => identifierProblem(identifier, `${path}[${index}]`))
      .find((found) => found !== null) ?? null
  );
}

export function consentProblem(value: unknown, field: string): IngestProblem | null {
  if (value === undefined) return null;
  const consent = asObject(value) ?? { none: null };
  const isGood = Object.entries(consent).every(
    ([name, status]) =>
      ['adUserData', 'adPersonalization'].includes(name) && CONSENTS.includes(String(status)),
  );
  return isGood ? null : problem('INVALID_ARGUMENT', `${field}consent`, `must be ${CONSENTS.join(' or ')}`);
}

/** What the Data Manager API refuses an event for; null where it takes it. */
export function ingestProblem(
  value: unknown,
  { index, encoding, now }: { index: number; encoding: unknown; now: Date },
): IngestProblem | null {
  const field = `events[${index}]`;
  const event = asObject(value);
  if (!event) return problem('INVALID_ARGUMENT', field, 'must be an object');
  const { eventTimestamp: time, eventSource: source, conversionValue, currency, transactionId } = event;
  const isTime = isText(time) && RFC_3339.test(time) && !Number.isNaN(Date.parse(time));
  if (!isTime || Date.parse(time) > now.getTime()) {
    return problem('EVENT_TIME_INVALID', `${field}.eventTimestamp`, 'must be RFC 3339 and not in the future');
  }
  if (source !== undefined && !SOURCES.includes(String(source))) {
    return problem('INVALID_ARGUMENT', `${field}.eventSource`, `must be one of ${SOURCES.join(', ')}`);
  }
  if (conversionValue !== undefined && !isNumber(conversionValue)) {
    return problem('INVALID_ARGUMENT', `${field}.conversionValue`, 'must be a number');
  }
  if (currency !== undefined && !isCurrency(currency)) {
    return problem('INVALID_ARGUMENT', `${field}.currency`, 'must be an ISO 4217 currency');
  }
  if (transactionId !== undefined && !isText(transactionId)) {
    return problem('INVALID_ARGUMENT', `${field}.transactionId`, 'must be a text');
  }
  return identifiersProblem(event, field, encoding) ?? consentProblem(event.consent, `${field}.`);
}
