import { isCurrency, isNumber, isWebAddress, textsOf } from '../ad-accounts/field-checks.ts';
import { asObject, isText, type JsonObject } from '../receivers/request-content.ts';
import type { Dataset } from './meta.data.ts';
import { type FieldProblem, userDataProblem } from './user-data-problem.ts';

const SOURCES = new Set([
  ...['email', 'website', 'app', 'phone_call', 'chat', 'physical_store', 'system_generated'],
  ...['business_messaging', 'other'],
]);
const DAY_SECONDS = 86_400;
const MOST_DAYS = 7;
const MOST_STORE_DAYS = 62;
const EXTINFO_LENGTH = 16;
const OS_VERSION_INDEX = 4;

const problem = (field: string, message: string): FieldProblem => ({ field, message });
const isFlag = (value: unknown) => value === 0 || value === 1;

function timeProblem(
  { event_time: time, action_source: source }: JsonObject,
  now: Date,
): FieldProblem | null {
  if (typeof time !== 'number' || !Number.isInteger(time)) {
    return problem('event_time', 'must be an integer of Unix seconds');
  }
  const ageSeconds = Math.floor(now.getTime() / 1000) - time;
  const mostDays = source === 'physical_store' ? MOST_STORE_DAYS : MOST_DAYS;
  if (ageSeconds > mostDays * DAY_SECONDS) {
    const message = `is more than ${mostDays} days in the past`;
    return { field: 'event_time', message, subcode: 2804003, title: 'Event Timestamp Too Old' };
  }
  return ageSeconds < 0
    ? {
        ...problem('event_time', 'is in the future'),
        subcode: 2804004,
        title: 'Event Timestamp in the Future',
      }
    : null;
}

function appDataProblem(event: JsonObject, dataset: Dataset): FieldProblem | null {
  if (event.action_source !== 'app') return null;
  if (!dataset.isConsolidated)
    return problem('action_source', 'app needs a dataset that is linked to the app');
  const data = asObject(event.app_data);
  if (!data) return problem('app_data', 'is required for app events');
  if (!isFlag(data.advertiser_tracking_enabled)) {
    return problem('app_data.advertiser_tracking_enabled', 'must be 0 or 1');
  }
  if (data.application_tracking_enabled !== undefined && !isFlag(data.application_tracking_enabled)) {
    return problem('app_data.application_tracking_enabled', 'must be 0 or 1');
  }
  const { extinfo } = data;
  if (!Array.isArray(extinfo) || extinfo.length !== EXTINFO_LENGTH) {
    return problem('app_data.extinfo', 'must be a list of 16 values');
  }
  if (!extinfo.every((value) => typeof value === 'string')) {
    return problem('app_data.extinfo', 'must contain texts only');
  }
  if (extinfo[0] !== 'a2' && extinfo[0] !== 'i2')
    return problem('app_data.extinfo', 'must begin with a2 or i2');
  return extinfo[OS_VERSION_INDEX] === ''
    ? problem('app_data.extinfo', 'must name the version of the operating system')
    : null;
}

function contentsProblem({
  contents,
  content_ids: ids,
  content_type: type,
}: JsonObject): FieldProblem | null {
  const areContents =
    contents === undefined ||
    (Array.isArray(contents) && contents.every((content) => textsOf(asObject(content)?.id)));
  if (!areContents) return problem('custom_data.contents', 'must be a list of objects with an id');
  if (ids !== undefined && !(Array.isArray(ids) && textsOf(ids))) {
    return problem('custom_data.content_ids', 'must be a list of texts');
  }
  return type === undefined || type === 'product' || type === 'product_group'
    ? null
    : problem('custom_data.content_type', 'must be product or product_group');
}

function customDataProblem(event: JsonObject): FieldProblem | null {
  const data = event.custom_data === undefined ? {} : asObject(event.custom_data);
  if (!data) return problem('custom_data', 'must be an object');
  const { value, currency } = data;
  const isPurchase = event.event_name === 'Purchase';
  if (value === undefined && isPurchase) return problem('custom_data.value', 'is required for Purchase');
  if (value !== undefined && !isNumber(value)) return problem('custom_data.value', 'must be a number');
  if (currency === undefined && isPurchase) {
    return problem('custom_data.currency', 'is required for Purchase');
  }
  if (currency !== undefined && !isCurrency(currency)) {
    return problem('custom_data.currency', 'must be an ISO 4217 currency');
  }
  return contentsProblem(data);
}

function processingProblem(event: JsonObject): FieldProblem | null {
  const { data_processing_options: options } = event;
  if (options === undefined) return null;
  if (!Array.isArray(options) || options.some((option) => option !== 'LDU')) {
    return problem('data_processing_options', 'must be [] or ["LDU"]');
  }
  const { data_processing_options_country: country, data_processing_options_state: state } = event;
  if (options.length === 0 || (isFlag(country) && Number.isInteger(state))) return null;
  return problem('data_processing_options_country', 'and _state must be numbers');
}

/** What Meta refuses an event for, and with it the whole request; null where it takes it. */
export function eventProblem(
  value: unknown,
  { dataset, now }: { dataset: Dataset; now: Date },
): FieldProblem | null {
  const event = asObject(value);
  if (!event) return problem('', 'must be an object');
  const { event_name: name, action_source: source, event_id: id, user_data: user } = event;
  if (!isText(name)) return problem('event_name', 'must be a text that is not empty');
  if (!isText(source) || !SOURCES.has(source))
    return problem('action_source', 'must be one of the documented');
  const late = timeProblem(event, now);
  if (late) return late;
  if (id !== undefined && !isText(id)) return problem('event_id', 'must be a text');
  if (source === 'website' && !isWebAddress(event.event_source_url)) {
    return problem('event_source_url', 'must be an address with http or https');
  }
  const userData = asObject(user);
  if (!userData) return problem('user_data', 'must be an object');
  if (event.opt_out !== undefined && typeof event.opt_out !== 'boolean') {
    return problem('opt_out', 'must be true or false');
  }
  return (
    userDataProblem(userData, source) ??
    appDataProblem(event, dataset) ??
    customDataProblem(event) ??
    processingProblem(event)
  );
}
