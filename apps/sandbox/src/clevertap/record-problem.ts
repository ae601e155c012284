import { asObject, isText, type JsonObject } from '../receivers/request-content.ts';

/** The codes of records that are not processed. https://developer.clevertap.com/docs/api-errors */
export const CODES: Record<number, string> = {
  509: 'Event name mandatory',
  512: 'Invalid event structure',
  513: 'Raised a restricted system event',
  514: 'Gender invalid',
  515: 'Email invalid',
  516: 'Phone number invalid',
  517: 'Employment status invalid',
  518: 'Education status invalid',
  519: 'Marital status invalid',
  520: 'Age invalid',
  522: 'Event properties limit exceeded',
  523: 'Missing identity',
  524: 'Data neither event nor profile',
  525: 'Timestamp not in UNIX epoch format',
  526: 'objectId invalid',
  528: 'Discarded event is raised',
  555: 'Miscellaneous server error',
};

const IDENTITIES = ['identity', 'objectId', 'FBID', 'GPID'];
const RESTRICTED_NAMES = new Set([
  ...['notification sent', 'notification viewed', 'notification clicked', 'utm visited', 'app launched'],
  ...['app uninstalled', 'stayed', 'wzrk_d', 'wzrk_fetch', 'sccampaignoptout', 'geocluster entered'],
  ...['geocluster exited'],
]);
/** https://developer.clevertap.com/docs/upload-events-api: 100 properties by default. */
const MOST_PROPERTIES = 100;
const MOST_PROFILE_PROPERTIES = 256;
const MOST_NAME_CHARACTERS = 120;
const MOST_VALUE_BYTES = 512;
/** In milliseconds it would be after the year 5138. */
const TOO_LATE = 1e11;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+\d{7,15}$/;

function isInvalidValue([name, value]: [string, unknown], evtName: unknown): boolean {
  if (name.length > MOST_NAME_CHARACTERS) return true;
  if (typeof value === 'string') return Buffer.byteLength(value) > MOST_VALUE_BYTES;
  if (name === 'Items' && evtName === 'Charged') return !Array.isArray(value);
  return typeof value !== 'number' && typeof value !== 'boolean';
}

function eventCode({ evtName: name, evtData }: JsonObject): number | null {
  if (name === undefined || name === '') return 509;
  const data = asObject(evtData ?? {});
  if (!isText(name) || name.length > MOST_NAME_CHARACTERS || !data) return 512;
  if (RESTRICTED_NAMES.has(name.toLowerCase())) return 513;
  const entries = Object.entries(data);
  if (entries.length > MOST_PROPERTIES) return 522;
  return entries.some((entry) => isInvalidValue(entry, name)) ? 512 : null;
}

function profileCode({ profileData }: JsonObject): number | null {
  const data = asObject(profileData);
  if (!data) return 512;
  const { Gender: gender, Email: email, Phone: phone, Age: age } = data;
  if (gender !== undefined && gender !== 'M' && gender !== 'F') return 514;
  if (email !== undefined && !EMAIL.test(String(email))) return 515;
  if (phone !== undefined && !PHONE.test(String(phone))) return 516;
  if (age !== undefined && !Number.isInteger(age)) return 520;
  const entries = Object.entries(data);
  if (entries.length > MOST_PROFILE_PROPERTIES) return 522;
  return entries.some((entry) => isInvalidValue(entry, null)) ? 512 : null;
}

/** The code by which CleverTap refuses a record; null where it takes it. */
export function recordCode(value: unknown): number | null {
  const record = asObject(value);
  if (!record || (record.type !== 'event' && record.type !== 'profile')) return 524;
  const { ts, objectId } = record;
  if (objectId !== undefined && !isText(objectId)) return 526;
  if (!IDENTITIES.some((name) => isText(record[name]))) return 523;
  if (ts !== undefined && (!Number.isInteger(ts) || Number(ts) < 0 || Number(ts) >= TOO_LATE)) return 525;
  return record.type === 'event' ? eventCode(record) : profileCode(record);
}

export const personOf = (record: JsonObject): string =>
  String(IDENTITIES.map((name) => record[name]).find(isText) ?? '');
