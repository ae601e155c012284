import { z } from 'zod';
import {
  asObject,
  isAccepted,
  isText,
  type JsonObject,
  mediaTypeOf,
  parseJson,
  senderIdOf,
} from '../receivers/request-content.ts';
import type { Answer, Item, ItemProblem, Outcome, Profile, TakeContext, Tool } from '../receivers/tool.ts';
import { CODES, personOf, recordCode } from './record-problem.ts';

/** https://developer.clevertap.com/docs/common-api-components#region */
const HOST = /^((in1|us1|sg1|eu1|aps3|mec1|sk1)\.)?api\.clevertap\.com$/;
const MOST_RECORDS = 1000;
/** https://developer.clevertap.com/docs/api-request-limit */
const MOST_CONCURRENT_REQUESTS = 15;

const ERRORS: Record<number, string> = {
  400: 'Invalid parameter passed',
  401: 'Invalid credentials or URL',
  403: 'Operation is not allowed',
  429: 'Too many concurrent requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

function failure(code: number, said?: string): Answer | null {
  const error = ERRORS[code];
  return error ? { status: code, body: { status: 'fail', error: said ?? error, code } } : null;
}
const refuse = (code: number, error?: string): Outcome => ({
  answer: failure(code, error) ?? { status: code },
});

interface UnprocessedRecord {
  status: 'fail';
  code: number;
  error: string;
  record: unknown;
}

function unprocessedRecord(code: number, record: unknown, number: number): UnprocessedRecord {
  const error = `${CODES[code] ?? CODES[555]}. ErrorCode: ${code}. Skipped record number : ${number}`;
  return { status: 'fail', code, error, record };
}

function answerOf(processed: number, unprocessed: UnprocessedRecord[]): Answer {
  const isPartial = processed > 0 && unprocessed.length > 0;
  const status = isPartial ? 'partial' : unprocessed.length > 0 ? 'fail' : 'success';
  return { status: 200, body: { status, processed, unprocessed } };
}

/** CleverTap has no rule for repeats: a record is known again by the sender's own id, or else by all of it. */
function itemOf(record: JsonObject): Item {
  const id = senderIdOf(asObject(record.evtData) ?? {});
  const key = id === null ? JSON.stringify(record) : JSON.stringify([record.evtName, id]);
  return { key, id, name: String(record.evtName), person: personOf(record), data: record };
}

function takeRecords(records: unknown[], context: TakeContext, isDryRun: boolean): Outcome {
  const [items, profiles, refused]: [Item[], Profile[], ItemProblem[]] = [[], [], []];
  const unprocessed: UnprocessedRecord[] = [];
  for (const [index, value] of records.entries()) {
    const record = asObject(value) ?? {};
    const isRefused = context.refuses(JSON.stringify(record));
    const code = recordCode(value) ?? (isRefused ? Number(context.reason ?? 555) : null);
    if (code !== null) {
      unprocessed.push(unprocessedRecord(code, value, index + 1));
      refused.push({ index, reason: `${code}: ${CODES[code] ?? ''}` });
    } else if (record.type === 'event') items.push(itemOf(record));
    else profiles.push({ id: personOf(record), set: asObject(record.profileData) ?? {} });
  }
  const answer = answerOf(records.length - unprocessed.length, unprocessed);
  return isDryRun ? { answer, refused } : { answer, items, profiles, refused };
}

/** A stand-in for CleverTap's upload. https://developer.clevertap.com/docs/upload-events-api */
export const clevertap: Tool = {
  name: 'clevertap',
  recognisesRepeats: false,
  mostConcurrentRequests: MOST_CONCURRENT_REQUESTS,
  credentials: z.strictObject({
    account_id: z.string().min(1),
    passcode: z.string().min(1),
    host: z.string().optional(),
  }) as Tool['credentials'],
  endpointOf: (host, path) => (HOST.test(host) && /^\/1\/upload\/?$/.test(path) ? 'upload' : null),
  take(request, context) {
    const { 'x-clevertap-account-id': account, 'x-clevertap-passcode': passcode } = request.headers;
    if (request.method !== 'POST') return { answer: { status: 405, body: '' } };
    if (!isText(account) || !isText(passcode)) return refuse(401);
    if (!isAccepted({ account_id: account, passcode }, context.accepted, request.host)) return refuse(401);
    if (mediaTypeOf(request) !== 'application/json')
      return refuse(400, 'Content-Type is not application/json');
    const records = asObject(parseJson(request.body.toString('utf8')))?.d;
    if (!Array.isArray(records)) return refuse(400, 'Payload is not an object with a list d');
    if (records.length > MOST_RECORDS) return refuse(400, `Payload has more than ${MOST_RECORDS} records`);
    return takeRecords(records, context, request.query.get('dryRun') === '1');
  },
  failure(status, request, { reason }) {
    if (status !== 200) return failure(status, reason);
    const records = asObject(parseJson(request.body.toString('utf8')))?.d;
    const code = Number(reason ?? 555);
    const all = Array.isArray(records) ? records : [];
    return answerOf(
      0,
      all.map((record, index) => unprocessedRecord(code, record, index + 1)),
    );
  },
  badCredentials: () => failure(401) ?? { status: 401 },
};
