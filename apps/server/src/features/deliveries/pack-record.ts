import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { blackOut } from '../../connections/black-out.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);
/** Twice as fast as usual, for a tenth more room. */
const FAST = { level: constants.Z_BEST_SPEED };

/** A request as the ledger shows it; secrets in it are blacked out when it is stored. */
export interface RecordedRequest {
  endpoint: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  status: number | null;
  answer: string;
  durationMs: number;
  /** The indexes of the items in the batch. */
  items: number[];
}

/** What was sent together, and what came back. */
export interface BatchRecord {
  /** As they were mapped. */
  items: unknown[];
  requests: RecordedRequest[];
}

/** A request, as far as it differs from the first of its batch. */
interface PackedRequest extends Partial<RecordedRequest> {
  /** Headers with other values; where there are others, all are in `headers`. */
  changed?: Record<string, string>;
}

/** The same, small: a batch of webhooks holds a thousand requests that differ in little. */
export interface PackedRecord {
  /** null: nothing was sent. Of records that were stored before requests were packed there is none: theirs are whole. */
  first?: RecordedRequest | null;
  requests: PackedRequest[];
  items: unknown[];
}

function packHeaders(
  headers: Record<string, string>,
  first: Record<string, string>,
): Pick<PackedRequest, 'headers' | 'changed'> {
  const names = Object.keys(headers);
  if (names.length !== Object.keys(first).length) return { headers };
  const changed: Record<string, string> = {};
  for (const name of names) {
    if (first[name] === undefined) return { headers };
    if (first[name] !== headers[name]) changed[name] = headers[name] ?? '';
  }
  return { changed };
}

function packRequest(request: RecordedRequest, first: RecordedRequest): PackedRequest {
  const packed: PackedRequest = packHeaders(request.headers, first.headers);
  packed.durationMs = request.durationMs;
  packed.items = request.items;
  if (request.endpoint !== first.endpoint) packed.endpoint = request.endpoint;
  if (request.method !== first.method) packed.method = request.method;
  if (request.url !== first.url) packed.url = request.url;
  if (request.status !== first.status) packed.status = request.status;
  if (request.answer !== first.answer) packed.answer = request.answer;
  return packed;
}

/** At once, so that of a thousand requests little is kept in memory. */
export function addRequest(record: PackedRecord, request: RecordedRequest): void {
  record.first ??= request;
  record.requests.push(packRequest(request, record.first));
}

/** For storing: without secrets and compressed. `characters`: how much it was. */
export async function packRecord(
  { first, requests, items }: PackedRecord,
  secrets: readonly string[],
): Promise<{ record: Buffer; characters: number }> {
  // Apart: the sign for a secret would make twice as many bytes of all that follows, for as long as it is text.
  const head = blackOut(`{"first":${JSON.stringify(first ?? null)},`, secrets);
  const rest = blackOut(`"requests":${JSON.stringify(requests)},"items":${JSON.stringify(items)}}`, secrets);
  const bytes = Buffer.concat([Buffer.from(head), Buffer.from(rest)]);
  return { record: await compress(bytes, FAST), characters: bytes.length };
}

export async function unpackRecord(record: Buffer): Promise<BatchRecord> {
  const { first, requests, items } = JSON.parse((await decompress(record)).toString('utf8')) as PackedRecord;
  const whole = requests.map(({ changed, ...own }) => {
    const request = { ...first, ...own } as RecordedRequest;
    return { ...request, headers: { ...request.headers, ...changed } };
  });
  return { items, requests: whole };
}
