import { addDays, dayOf, dayStartMs, localTimeMs } from '../ad-accounts/account-days.ts';
import { asObject, entryOf, isText, parseJson } from '../receivers/request-content.ts';
import type { Answer, ToolRequest } from '../receivers/tool.ts';
import {
  actionRows,
  clientRows,
  type FlatRow,
  linkRows,
  REPORT_LEVELS,
  RESOURCE_FIELDS,
  reportRows,
} from './ads-rows.ts';
import { type GaqlCondition, type GaqlQuery, meets, nest, parseGaql, sortRows } from './gaql.ts';
import { GOOGLE_ACCOUNTS, GOOGLE_MANAGER, GOOGLE_PROVIDER_ID } from './google-ads.data.ts';
import { adsError, googleError } from './google-error.ts';
import { type GoogleState, hashOf } from './google-state.ts';

/** Google's own page has 10,000 rows: a smaller one makes clients read on. */
const PAGE_ROWS = 100;
/** How many days a range has, and how many days ago it ends. */
const DURINGS: Record<string, [days: number, endsDaysAgo: number]> = {
  TODAY: [1, 0],
  YESTERDAY: [1, 1],
  LAST_7_DAYS: [7, 1],
  LAST_14_DAYS: [14, 1],
  LAST_30_DAYS: [30, 1],
};
const DATE = 'segments.date';

const queryError = (name: string, message: string): Answer => adsError(400, ['queryError', name], message);

interface SearchCall {
  customerId: string;
  state: GoogleState;
  now: Date;
}

function fieldProblem({ fields, resource, conditions, orderBy }: GaqlQuery): Answer | null {
  const known = entryOf(RESOURCE_FIELDS, resource);
  if (!known) return queryError('BAD_RESOURCE_TYPE_IN_FROM_CLAUSE', `'${resource}' is not a resource here.`);
  const used = [...fields, ...conditions.map(({ field }) => field), ...(orderBy ? [orderBy.field] : [])];
  const unknown = used.find((field) => !known.includes(field));
  if (unknown !== undefined)
    return queryError('UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${unknown}'.`);
  const isSorted = orderBy === null || fields.includes(orderBy.field);
  return isSorted
    ? null
    : queryError('EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE', `'${orderBy.field}' must be selected.`);
}

const isMetric = (field: string) => field.startsWith('metrics.');

function dateProblem({ fields, conditions }: GaqlQuery): Answer | null {
  const dates = conditions.filter(({ field }) => field === DATE);
  if (fields.includes(DATE) && dates.length === 0) {
    return queryError('EXPECTED_FILTERS_ON_DATE_RANGE', 'A query by segments.date needs a range of dates.');
  }
  const values = dates.filter(({ operator }) => operator !== 'DURING').flatMap((date) => date.values);
  if (values.some((value) => dayStartMs(value) === null)) {
    return queryError('BAD_VALUE', 'A date must be YYYY-MM-DD.');
  }
  const isUnknown = dates.some(
    ({ operator, values: [name = ''] }) => operator === 'DURING' && !Object.hasOwn(DURINGS, name),
  );
  return isUnknown ? queryError('BAD_VALUE', 'The range of dates is not known.') : null;
}

/** DURING LAST_7_DAYS as the dates that it means in the time zone of the account. */
function resolveDuring(condition: GaqlCondition, today: string): GaqlCondition {
  const [days, endsDaysAgo] = entryOf(DURINGS, condition.values[0] ?? null) ?? [];
  if (condition.operator !== 'DURING' || days === undefined || endsDaysAgo === undefined) return condition;
  const until = addDays(today, -endsDaysAgo);
  return { ...condition, operator: 'BETWEEN', values: [addDays(until, 1 - days), until] };
}

function rowsOf(query: GaqlQuery, { customerId, state, now }: SearchCall): FlatRow[] | Answer {
  const { resource, fields } = query;
  if (resource === 'customer_client') return clientRows(customerId);
  if (resource === 'conversion_action') return actionRows(customerId);
  if (!Object.hasOwn(REPORT_LEVELS, resource)) return linkRows(customerId, state.links, GOOGLE_PROVIDER_ID);
  const hasMetrics = fields.some(isMetric);
  const account = GOOGLE_ACCOUNTS.find(({ id }) => id === customerId);
  if (!account) {
    if (hasMetrics)
      return queryError('REQUESTED_METRICS_FOR_MANAGER', 'Metrics cannot be requested for a manager.');
    const { id, name, currency, timeZone } = GOOGLE_MANAGER;
    const manager = { 'customer.id': id, 'customer.descriptive_name': name, 'customer.manager': true };
    const rest = {
      'customer.currency_code': currency,
      'customer.time_zone': timeZone,
      'customer.status': 'ENABLED',
    };
    return resource === 'customer' ? [{ ...manager, ...rest }] : [];
  }
  const today = dayOf(localTimeMs(now, account.timeZone));
  const conditions = query.conditions.map((condition) => resolveDuring(condition, today));
  return reportRows(
    account,
    { resource, conditions, isByDay: fields.includes(DATE), hasMetrics },
    { state, now },
  );
}

/** The rows of a query, or Google's answer where it is wrong. */
function search(
  request: ToolRequest,
  call: SearchCall,
): { rows: FlatRow[]; query: GaqlQuery } | { answer: Answer } {
  const body = asObject(parseJson(request.body.toString('utf8')));
  if (!body || !isText(body.query)) return { answer: googleError(400, 'query is required') };
  if (body.pageSize !== undefined) {
    return {
      answer: adsError(
        400,
        ['requestError', 'PAGE_SIZE_NOT_SUPPORTED'],
        'Setting the page size is not supported.',
      ),
    };
  }
  const query = parseGaql(body.query);
  if ('problem' in query) return { answer: adsError(400, query.problem, query.message) };
  const problem = fieldProblem(query) ?? dateProblem(query);
  if (problem) return { answer: problem };
  const found = rowsOf(query, call);
  if (!Array.isArray(found)) return { answer: found };
  // Dates were applied when the numbers were read.
  const conditions = query.conditions.filter(({ field }) => field !== DATE);
  const rows = found.filter((row) => conditions.every((condition) => meets(row[condition.field], condition)));
  return { query, rows: sortRows(rows, query) };
}

const fieldMaskOf = ({ fields }: GaqlQuery) =>
  fields.map((field) => field.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())).join(',');

/** googleAds:search, page by page. */
export function searchPages(request: ToolRequest, call: SearchCall): Answer {
  const found = search(request, call);
  if ('answer' in found) return found.answer;
  const { rows, query } = found;
  const given = asObject(parseJson(request.body.toString('utf8')))?.pageToken;
  const [, startText] = /^page-(\d+)$/.exec(isText(given) ? given : 'page-0') ?? [];
  if (startText === undefined) {
    return adsError(400, ['requestError', 'INVALID_PAGE_TOKEN'], 'The page token is invalid.');
  }
  const start = Number(startText);
  const end = start + PAGE_ROWS;
  const results = rows.slice(start, end).map((row) => nest(query.fields, row));
  const next = end < rows.length ? { nextPageToken: `page-${end}` } : {};
  return { status: 200, body: { results, ...next, fieldMask: fieldMaskOf(query) } };
}

/** googleAds:searchStream, all rows in chunks. */
export function searchStream(request: ToolRequest, call: SearchCall): Answer {
  const found = search(request, call);
  if ('answer' in found) return found.answer;
  const { rows, query } = found;
  const requestId = hashOf(request.body.toString('utf8')).slice(0, 22);
  const chunks = Array.from({ length: Math.ceil(rows.length / PAGE_ROWS) }, (_, n) => ({
    results: rows.slice(n * PAGE_ROWS, (n + 1) * PAGE_ROWS).map((row) => nest(query.fields, row)),
    fieldMask: fieldMaskOf(query),
    requestId,
  }));
  return { status: 200, body: chunks.length === 0 ? [{ fieldMask: fieldMaskOf(query), requestId }] : chunks };
}
