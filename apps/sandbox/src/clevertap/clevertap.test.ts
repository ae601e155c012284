import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manyOf, type SentRequest, sendToTool } from '../receivers/testing/send-to-tool.ts';
import { type Sandbox, startSandbox } from '../start.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.receivers.forget());

const URL_IN = 'https://in1.api.clevertap.com/1/upload';
const AUTH = {
  'x-clevertap-account-id': 'ACC-1',
  'x-clevertap-passcode': 'pass-1',
  'content-type': 'application/json; charset=utf-8',
};
const clevertap = () => sandbox.receivers.get('clevertap');
const send = (request: SentRequest, url = URL_IN) =>
  sendToTool(sandbox, url, { ...request, headers: { ...AUTH, ...request.headers } });
const eventOf = (over: Record<string, unknown> = {}) => ({
  type: 'event',
  identity: 'user-1',
  ts: 1_794_823_200,
  evtName: 'View',
  evtData: { sku: 'tea' },
  ...over,
});
const profileOf = (profileData: unknown) => ({ type: 'profile', identity: 'user-1', profileData });
const upload = (...d: unknown[]) => send({ body: { d } });

describe('an upload', () => {
  test.each(['in1.', 'us1.', 'sg1.', 'eu1.', 'aps3.', 'mec1.', 'sk1.', ''])(
    'is taken in %s',
    async (region) => {
      const body = { d: [profileOf({ network: 'META' }), eventOf()] };
      const answer = await send({ body }, `https://${region}api.clevertap.com/1/upload`);
      expect([answer.status, answer.body]).toEqual([
        200,
        { status: 'success', processed: 2, unprocessed: [] },
      ]);
      expect(clevertap().received.items()).toMatchObject([{ id: null, name: 'View', person: 'user-1' }]);
      expect(clevertap().received.profiles()).toEqual({ 'user-1': { network: 'META' } });
    },
  );

  test('that is only tried keeps nothing', async () => {
    const dryRun = `${URL_IN}?dryRun=1`;
    const answer = await send({ body: { d: [eventOf(), eventOf({ evtName: '' })] } }, dryRun);
    expect(answer.body).toMatchObject({ status: 'partial', processed: 1, unprocessed: [{ code: 509 }] });
    expect(clevertap().received.counts()).toMatchObject({ taken: 0, requests: 1 });
    clevertap().accept([{ account_id: 'ACC-1', passcode: 'other' }]);
    expect((await send({ body: { d: [eventOf()] } }, dryRun)).status).toBe(401);
  });

  test.each<[string, SentRequest, number]>([
    ['no account', { headers: { 'x-clevertap-account-id': '' }, body: { d: [eventOf()] } }, 401],
    ['no passcode', { headers: { 'x-clevertap-passcode': '' }, body: { d: [eventOf()] } }, 401],
    ['another type', { headers: { 'content-type': 'text/plain' }, body: { d: [eventOf()] } }, 400],
    ['no JSON', { body: '{' }, 400],
    ['no list', { body: [eventOf()] }, 400],
    ['1001 records', { body: { d: Array(1001).fill(eventOf()) } }, 400],
    ['a GET', { method: 'GET' }, 405],
  ])('with %s is refused', async (_which, request, status) => {
    expect((await send(request)).status).toBe(status);
    expect(clevertap().received.counts()).toMatchObject({ taken: 0, failed_requests: 1 });
  });

  test('in another region than that of the account looks like wrong credentials', async () => {
    clevertap().accept([{ account_id: 'ACC-1', passcode: 'pass-1', host: 'eu1.api.clevertap.com' }]);
    const answer = await upload(eventOf());
    expect([answer.status, answer.body]).toMatchObject([401, { status: 'fail', code: 401 }]);
    const eu = await send({ body: { d: [eventOf()] } }, 'https://eu1.api.clevertap.com/1/upload');
    expect(eu.status).toBe(200);
  });

  test.each<[number, string, unknown]>([
    [509, 'without a name', eventOf({ evtName: undefined })],
    [512, 'with a long name', eventOf({ evtName: 'x'.repeat(121) })],
    [512, 'whose data is a list', eventOf({ evtData: [] })],
    [512, 'with a list as a value', eventOf({ evtData: { list: [1] } })],
    [512, 'with a long value', eventOf({ evtData: { text: 'é'.repeat(257) } })],
    [512, 'with a long name of a value', eventOf({ evtData: { ['x'.repeat(121)]: 1 } })],
    [513, 'of the system', eventOf({ evtName: 'App Launched' })],
    [522, 'with 101 properties', eventOf({ evtData: manyOf(101, 1) })],
    [523, 'of nobody', eventOf({ identity: undefined })],
    [524, 'of no type', eventOf({ type: 'note' })],
    [525, 'in milliseconds', eventOf({ ts: 1_794_823_200_000 })],
    [525, 'with a time as text', eventOf({ ts: '1794823200' })],
    [526, 'with an empty objectId', eventOf({ objectId: '' })],
    [515, 'of a wrong address', profileOf({ Email: 'dana' })],
    [516, 'of a wrong phone number', profileOf({ Phone: '12345' })],
    [512, 'without profile data', profileOf(undefined)],
  ])('says %i for a record %s, and takes the others', async (code, _which, record) => {
    const good = eventOf({ evtName: 'Good' });
    const answer = await upload(record, good);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        status: 'partial',
        processed: 1,
        unprocessed: [{ status: 'fail', code, record: JSON.parse(JSON.stringify(record)) }],
      },
    ]);
    expect(
      clevertap()
        .received.items()
        .map(({ name }) => name),
    ).toEqual(['Good']);
    expect((await upload(record)).body).toMatchObject({ status: 'fail', processed: 0 });
  });

  test('counts every repeat, and recognises it', async () => {
    await upload(eventOf(), eventOf());
    await upload(eventOf(), eventOf({ ts: 1_794_823_201 }));
    expect(clevertap().received.counts()).toMatchObject({ taken: 4, repeats: 2 });
    const id = { '[Trailmark] id': 'a-1' };
    await upload(eventOf({ evtData: id }), eventOf({ evtData: { ...id, other: 1 } }));
    expect(clevertap().received.counts()).toMatchObject({ taken: 6, repeats: 3 });
    expect(clevertap().received.ids()).toContainEqual({ id: 'a-1', name: 'View', times: 2 });
  });

  test('is refused with 429 beyond 15 at the same time', async () => {
    // One after the other by HTTP they might not overlap.
    clevertap().setFaults([{ slow_ms: 1 }]);
    const requestOf = (n: number) => ({
      method: 'POST',
      host: 'in1.api.clevertap.com',
      path: '/1/upload',
      query: new URLSearchParams(),
      headers: AUTH,
      body: Buffer.from(JSON.stringify({ d: [eventOf({ ts: n })] })),
    });
    const answers = await Promise.all(
      Array.from({ length: 18 }, (_, n) => clevertap().handle(requestOf(n), 'upload')),
    );
    expect(answers.map((answer) => answer?.status)).toEqual([...Array(15).fill(200), 429, 429, 429]);
    expect(clevertap().received.counts().taken).toBe(15);
    expect((await upload(eventOf())).status).toBe(200);
  });
});

describe('a fault', () => {
  test.each([400, 401, 429, 500, 503])('answers %i', async (status) => {
    clevertap().setFaults([{ answer: status }]);
    expect(await upload(eventOf())).toMatchObject({ status, body: { status: 'fail', code: status } });
  });

  test.each([
    [undefined, 555],
    ['528', 528],
  ])('leaves every second record unprocessed (%s)', async (reason, code) => {
    clevertap().setFaults([{ refuse_every: 2, ...(reason ? { reason } : {}) }]);
    const answer = await upload(eventOf(), eventOf({ evtName: 'Other' }));
    expect(answer.body).toMatchObject({
      status: 'partial',
      processed: 1,
      unprocessed: [{ code, record: { evtName: 'Other' } }],
    });
    expect(clevertap().received.counts()).toMatchObject({ taken: 1, refused: 1 });
  });

  test('leaves all unprocessed with 200', async () => {
    clevertap().setFaults([{ answer: 200 }]);
    const answer = await upload(eventOf());
    expect(answer).toMatchObject({ status: 200, body: { status: 'fail', processed: 0 } });
  });
});
