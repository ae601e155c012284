import {
  isCurrency,
  isIpAddress,
  isNumber,
  isSha256,
  isUuid,
  isWebAddress,
  textsOf,
} from '../ad-accounts/field-checks.ts';
import { asObject, isText, type JsonObject } from '../receivers/request-content.ts';

export type EventSource = 'web' | 'app';

const DAY_SECONDS = 86_400;
/** TikTok publishes no limit: what integrators observe. */
const MOST_DAYS: Record<EventSource, number> = { web: 7, app: 28 };
const HASHED = ['email', 'phone', 'external_id', 'first_name', 'last_name', 'zip_code'];
const PLAIN_REGIONS = ['city', 'state', 'country'];
const ATT_STATUSES = ['AUTHORIZED', 'DENIED', 'NOT_DETERMINED', 'RESTRICTED', 'NOT_APPLICABLE'];
const IDENTIFIERS: Record<EventSource, string[]> = {
  web: ['email', 'phone', 'external_id', 'ttclid', 'ttp', 'ip'],
  app: ['idfa', 'gaid', 'idfv', 'email', 'phone', 'external_id', 'ttclid', 'ip'],
};

const problem = (field: string, message: string) => `${field}: ${message}`;

function isLocale(value: unknown): boolean {
  try {
    return isText(value) && Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

function deviceProblem({ idfa, gaid, idfv, att_status: att }: JsonObject): string | null {
  // Whether TikTok takes it plain or only hashed is not confirmed: both are taken here.
  for (const [name, id] of Object.entries({ idfa, gaid })) {
    if (id !== undefined && !isUuid(id) && !isSha256(id)) {
      return problem(`user.${name}`, 'must be an advertising id or its SHA-256 hash');
    }
  }
  if (idfv !== undefined && !isUuid(idfv)) return problem('user.idfv', 'must be an id, not hashed');
  return att === undefined || ATT_STATUSES.includes(String(att))
    ? null
    : problem('user.att_status', `must be one of ${ATT_STATUSES.join(', ')}`);
}

function userProblem(user: JsonObject, source: EventSource): string | null {
  for (const key of HASHED) {
    if (user[key] !== undefined && !textsOf(user[key])?.every(isSha256)) {
      return problem(`user.${key}`, 'must be a SHA-256 hash in lower-case hex');
    }
  }
  for (const key of PLAIN_REGIONS) {
    if (user[key] !== undefined && !(isText(user[key]) && /^[\p{Ll}\p{Lo}\d]+$/u.test(user[key]))) {
      return problem(`user.${key}`, 'must be lower-case letters and digits, not hashed');
    }
  }
  for (const key of ['ttclid', 'ttp', 'user_agent']) {
    if (user[key] !== undefined && !isText(user[key])) return problem(`user.${key}`, 'must be a text');
  }
  if (user.ip !== undefined && !isIpAddress(user.ip)) return problem('user.ip', 'must be an IP address');
  if (user.locale !== undefined && !isLocale(user.locale)) return problem('user.locale', 'must be BCP 47');
  if (source === 'app') {
    const wrong = deviceProblem(user);
    if (wrong) return wrong;
  }
  return IDENTIFIERS[source].some((key) => user[key] !== undefined)
    ? null
    : problem('user', `needs at least one of ${IDENTIFIERS[source].join(', ')}`);
}

function contentProblem(value: unknown): string | null {
  const content = asObject(value);
  if (!content) return problem('properties.contents', 'must be a list of objects');
  for (const key of ['price', 'quantity']) {
    if (content[key] !== undefined && !isNumber(content[key])) {
      return problem(`properties.contents.${key}`, 'must be a number');
    }
  }
  const { content_id: id } = content;
  return id === undefined || isText(id) ? null : problem('properties.contents.content_id', 'must be a text');
}

function propertiesProblem(value: unknown): string | null {
  if (value === undefined) return null;
  const properties = asObject(value);
  if (!properties) return problem('properties', 'must be an object');
  const { value: amount, currency, content_type: type, contents = [] } = properties;
  if (amount !== undefined && !isNumber(amount)) return problem('properties.value', 'must be a number');
  if (currency !== undefined && !isCurrency(currency)) {
    return problem('properties.currency', 'must be an ISO 4217 currency');
  }
  if (amount !== undefined && currency === undefined) {
    return problem('properties.currency', 'is required with value');
  }
  if (type !== undefined && type !== 'product' && type !== 'product_group') {
    return problem('properties.content_type', 'must be product or product_group');
  }
  if (!Array.isArray(contents)) return problem('properties.contents', 'must be a list');
  return contents.map(contentProblem).find((found) => found !== null) ?? null;
}

function sourceProblem(event: JsonObject, source: EventSource): string | null {
  if (source === 'web') {
    return isWebAddress(asObject(event.page)?.url) ? null : problem('page.url', 'is required for web events');
  }
  if (!isText(asObject(event.app)?.app_id)) return problem('app.app_id', 'is required for app events');
  if (event.ad !== undefined && !asObject(event.ad)) return problem('ad', 'must be an object');
  return null;
}

function timeProblem(time: unknown, { source, now }: { source: EventSource; now: Date }): string | null {
  if (typeof time !== 'number' || !Number.isInteger(time)) {
    return problem('event_time', 'must be an integer of Unix seconds');
  }
  const ageSeconds = Math.floor(now.getTime() / 1000) - time;
  if (ageSeconds < 0) return problem('event_time', 'is in the future');
  const mostDays = MOST_DAYS[source];
  return ageSeconds > mostDays * DAY_SECONDS
    ? problem('event_time', `is more than ${mostDays} days in the past`)
    : null;
}

/** What TikTok refuses an event for; null where it takes it. */
export function eventProblem(
  value: unknown,
  { source, now }: { source: EventSource; now: Date },
): string | null {
  const event = asObject(value);
  if (!event) return problem('data', 'must be objects');
  const { event: name, event_id: id, limited_data_use: isLimited } = event;
  if (!isText(name)) return problem('event', 'Missing data for required field.');
  const late = timeProblem(event.event_time, { source, now });
  if (late) return late;
  if (id !== undefined && !isText(id)) return problem('event_id', 'must be a text');
  if (isLimited !== undefined && typeof isLimited !== 'boolean') {
    return problem('limited_data_use', 'must be true or false');
  }
  const user = asObject(event.user);
  if (!user) return problem('user', 'Missing data for required field.');
  return userProblem(user, source) ?? sourceProblem(event, source) ?? propertiesProblem(event.properties);
}
