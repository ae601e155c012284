import { asObject, isText, type JsonObject } from '../receivers/request-content.ts';

/** https://moengage.com/docs/api/data/data-overview */
const REFUSED_IDS = new Set([
  ...['unknown', 'guest', 'null', '0', '1', 'true', 'false', 'user_attribute_unique_id', '(empty)', 'na'],
  ...['n/a', 'dummy_seller_code', 'user_id', 'id', 'customer_id', 'uid', 'userid', 'none'],
]);
const OWN_PREFIX = /^moe_/i;
const PLATFORMS = new Set(['ANDROID', 'iOS', 'web']);
/** https://help.moengage.com/hc/en-us/articles/360037314991-Data-Tracking-Policies */
const MOST_EVENT_ATTRIBUTES = 100;
const MOST_USER_ATTRIBUTES = 256;
/** In milliseconds it would be after the year 5138. */
const TOO_LATE = 1e11;

export interface ElementProblem {
  attribute: string;
  message: string;
}

const problem = (attribute: string, message: string): ElementProblem => ({ attribute, message });

function attributesProblem(value: unknown, most: number): ElementProblem | null {
  const attributes = asObject(value);
  if (!attributes) return problem('attributes', 'must be an object');
  const names = Object.keys(attributes);
  if (names.length > most) return problem('attributes', `must be at most ${most}`);
  const own = names.find((name) => OWN_PREFIX.test(name));
  return own === undefined ? null : problem(own, 'must not start with moe_');
}

/** Seconds since the epoch, or ISO 8601 in UTC. */
function timeMs(value: unknown): number {
  if (typeof value === 'number')
    return Number.isInteger(value) && value < TOO_LATE ? value * 1000 : Number.NaN;
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

function actionProblem(value: unknown, now: Date): ElementProblem | null {
  const action = asObject(value);
  if (!action || !isText(action.action)) return problem('action', 'is missing');
  if (OWN_PREFIX.test(action.action)) return problem('action', 'must not start with moe_');
  const { platform, current_time: time, user_timezone_offset: offset } = action;
  if (platform !== undefined && !PLATFORMS.has(String(platform)))
    return problem('platform', 'is not one of ANDROID, iOS, web');
  if (time !== undefined && Number.isNaN(timeMs(time))) return problem('current_time', 'is not a time');
  if (time !== undefined && timeMs(time) > now.getTime()) return problem('current_time', 'is in the future');
  if (offset !== undefined && !Number.isInteger(offset))
    return problem('user_timezone_offset', 'is not a number');
  return attributesProblem(action.attributes ?? {}, MOST_EVENT_ATTRIBUTES);
}

function customerIdProblem({ customer_id: id, user_identifiers: ids }: JsonObject): ElementProblem | null {
  if (id === undefined && asObject(ids)) return null;
  if (!isText(id)) return problem('customer_id', 'is missing');
  const isRefused = id.length < 2 || REFUSED_IDS.has(id.toLowerCase());
  return isRefused ? problem('customer_id', 'is not allowed') : null;
}

/** What MoEngage does not take an element for; null where it takes it. */
export function elementProblem(value: unknown, now: Date): ElementProblem | null {
  const element = asObject(value) ?? {};
  const { type, actions } = element;
  if (type !== 'customer' && type !== 'event' && type !== 'device') {
    return problem('type', 'is not customer, event or device');
  }
  const own = customerIdProblem(element);
  if (own) return own;
  if (type !== 'event') return attributesProblem(element.attributes, MOST_USER_ATTRIBUTES);
  if (!Array.isArray(actions) || actions.length === 0) return problem('actions', 'is missing');
  return actions.map((action) => actionProblem(action, now)).find((found) => found !== null) ?? null;
}
