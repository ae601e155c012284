import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addRequest,
  type PackedRecord,
  packRecord,
  type RecordedRequest,
  unpackRecord,
} from './pack-record.ts';

function recordOf(items: unknown[], requests: RecordedRequest[]): PackedRecord {
  const record: PackedRecord = { first: null, requests: [], items };
  for (const one of requests) addRequest(record, one);
  return record;
}

const few = (...values: string[]) => fc.constantFrom(...values);
const request: fc.Arbitrary<RecordedRequest> = fc.record({
  endpoint: few('webhook', 'import', 'engage'),
  method: few('POST', 'GET'),
  url: few('https://a.example/hook', 'https://b.example/hook'),
  headers: fc.dictionary(few('content-type', 'webhook-id', 'webhook-signature'), few('a', 'b', '•••', 'é'), {
    noNullPrototype: true,
  }),
  status: fc.constantFrom(200, 500, null),
  answer: few('', 'ok', 'no answer within 20 s'),
  durationMs: fc.nat(20_000),
  items: fc.array(fc.nat(1000), { maxLength: 5 }),
});

test('a record is read as it was packed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { maxLength: 20 }),
      fc.array(fc.jsonValue({ noUnicodeString: false })),
      async (requests, items) => {
        const sent = JSON.parse(JSON.stringify({ items, requests }));
        const { record } = await packRecord(recordOf(sent.items, sent.requests), []);
        expect(await unpackRecord(record)).toEqual(sent);
      },
    ),
  );
});

test('requests that were stored whole are read as well', async () => {
  const [one] = fc.sample(request, 1);
  const record = gzipSync(JSON.stringify({ items: [{ id: 'msg_1' }], requests: [one] }));
  expect(await unpackRecord(record)).toEqual({ items: [{ id: 'msg_1' }], requests: [one] });
});

test('no secret is stored, wherever it was sent', async () => {
  const secret = 'whsec_very"secret/1';
  const [one] = fc.sample(request, 1);
  const requests = [one, one].map((any) => ({
    ...(any as RecordedRequest),
    url: `https://a.example/${encodeURIComponent(secret)}`,
    answer: `Hello ${secret}`,
    headers: { token: secret },
  }));
  const { record } = await packRecord(recordOf([{ secret }], requests), [secret]);
  const text = gunzipSync(record).toString('utf8');
  expect(text).not.toContain('very');
  expect(text.match(/•••/g)?.length).toBeGreaterThanOrEqual(4);
});
