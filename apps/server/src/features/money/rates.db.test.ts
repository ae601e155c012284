import { deleteRate, importRates, listRates, putRate } from '@trailmark/contract/rates';
import { verifyUser } from '@trailmark/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildPerson, type TestPerson } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

let server: TestServer;
let operator: TestPerson;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ env: { OPERATOR_EMAILS: 'operator@example.com' } });
  person = await buildPerson(server);
  operator = await buildPerson(server, { email: 'operator@example.com' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.deleteFrom('currency_rates').execute();
});

const rate = (date: string, currency: string, per_usd: string) => ({ date, currency, per_usd });
const put = (date: string, currency: string, per_usd: string, by = operator) =>
  by.call(putRate, { body: rate(date, currency, per_usd) });
const load = (csv: string, base?: string, by = operator) =>
  by.call(importRates, { body: { csv, ...(base ? { base } : {}) } });
const all = async (by = person) => (await by.call(listRates, {})).items;

describe('a rate', () => {
  test('is set, changed and taken away by an operator, and seen by everyone', async () => {
    expect(await put('2026-03-01', 'inr', '83.10')).toEqual(rate('2026-03-01', 'INR', '83.1'));
    await put('2026-03-01', 'INR', '83.123456789012');
    expect(await all()).toEqual([rate('2026-03-01', 'INR', '83.123456789012')]);
    const query = { date: '2026-03-01', currency: 'INR' };
    expect(await operator.call(deleteRate, { query })).toEqual({ deleted: true });
    expect(await operator.call(deleteRate, { query })).toEqual({ deleted: false });
    expect(await all()).toEqual([]);
  });

  test.each([
    rate('2026-03-01', 'USD', '1'),
    rate('2026-03-01', 'EURO', '1'),
    rate('2026-03-01', 'EUR', '0'),
    rate('2026-03-01', 'EUR', '0.000'),
    rate('2026-03-01', 'EUR', '-1'),
    rate('2026-03-01', 'EUR', '1e3'),
    rate('2026-03-01', 'EUR', '1,5'),
    rate('2026-03-01', 'EUR', '1.0000000000001'),
    rate('2026-02-30', 'EUR', '1'),
    rate('0000-01-01', 'EUR', '1'),
  ])('is not $date $currency $per_usd', async (body) => {
    await expect(operator.call(putRate, { body })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await all()).toEqual([]);
  });

  test('is no business of others', async () => {
    const refusal = { code: 'forbidden', message: expect.stringContaining('operators of this installation') };
    await put('2026-03-01', 'EUR', '0.9');
    await expect(put('2026-03-01', 'EUR', '2', person)).rejects.toMatchObject(refusal);
    const query = { date: '2026-03-01', currency: 'EUR' };
    await expect(person.call(deleteRate, { query })).rejects.toMatchObject(refusal);
    await expect(load('date,currency,rate\n2026-03-01,EUR,2', 'USD', person)).rejects.toMatchObject(refusal);
    expect(await all()).toEqual([rate('2026-03-01', 'EUR', '0.9')]);
  });

  test('is seen by nobody who is not signed in', async () => {
    const nobody = { ...person, call: server.callAs(null) };
    await expect(all(nobody)).rejects.toMatchObject({ code: 'not_signed_in' });
    await expect(put('2026-03-01', 'EUR', '2', nobody)).rejects.toMatchObject({ code: 'not_signed_in' });
  });
});

describe('rates', () => {
  test('come newest first, page by page, of one currency if asked', async () => {
    for (const [date, currency] of [
      ['2026-03-01', 'INR'],
      ['2026-03-02', 'INR'],
      ['2026-03-02', 'EUR'],
      ['2026-03-01', 'EUR'],
      ['2026-02-28', 'GBP'],
    ] as const) {
      await put(date, currency, '2');
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await person.call(listRates, { query: { limit: 2, ...(cursor ? { cursor } : {}) } });
      seen.push(...page.items.map((one) => `${one.date} ${one.currency}`));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([
      '2026-03-02 EUR',
      '2026-03-02 INR',
      '2026-03-01 EUR',
      '2026-03-01 INR',
      '2026-02-28 GBP',
    ]);
    const { items, next_cursor } = await person.call(listRates, { query: { currency: 'eur', limit: 2 } });
    expect([items.map((one) => one.date), next_cursor]).toEqual([['2026-03-02', '2026-03-01'], null]);
  });

  test('of an earlier release can have codes outside ISO 4217: listed, filtered and deleted, not set', async () => {
    const old = ['2026-03-01', '2026-03-02'].map((day) => ({
      currency: 'BTC',
      day,
      per_usd: '0.00001',
      updated_at: server.clock.now(),
    }));
    await server.db.insertInto('currency_rates').values(old).execute();
    const first = await person.call(listRates, { query: { currency: 'BTC', limit: 1 } });
    expect(first.items).toEqual([rate('2026-03-02', 'BTC', '0.00001')]);
    const query = { limit: 1, cursor: first.next_cursor ?? '' };
    expect((await person.call(listRates, { query })).items).toEqual([rate('2026-03-01', 'BTC', '0.00001')]);
    await expect(put('2026-03-03', 'BTC', '1')).rejects.toMatchObject({ code: 'validation_failed' });
    for (const { date, currency } of await all()) {
      const deleted = await operator.call(deleteRate, { query: { date, currency } });
      expect(deleted).toEqual({ deleted: true });
    }
  });

  test.each([
    { cursor: 'x' },
    { cursor: cursorOf('2026-03-01', 'EURO') },
    { currency: 'B1C' },
    { cursor: cursorOf('2020-02-30', 'EUR') },
    { cursor: cursorOf('0000-01-01', 'EUR') },
    { limit: 0 },
    { limit: 501 },
  ])('refuse %j', async (query) => {
    await expect(person.call(listRates, { query })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('a file of rates', () => {
  test('is taken as it is when its base is the dollar, and repeated without harm', async () => {
    const csv = 'date,currency,rate\r\n2026-03-01,INR,83.5\r\n2026-03-01,usd,1\r\n2026-03-02,EUR,0.9\r\n';
    for (const _ of [1, 2]) expect(await load(csv)).toEqual({ imported: 2, problems: [] });
    expect(await all()).toEqual([rate('2026-03-02', 'EUR', '0.9'), rate('2026-03-01', 'INR', '83.5')]);
  });

  test('in another base is counted over by what a dollar was worth on the same day', async () => {
    const csv = [
      'Date;Currency;Rate',
      '2026-03-01;USD;1.25',
      '2026-03-01;INR;100',
      '2026-03-01;EUR;1',
      '2026-03-02;JPY;160',
      '2026-03-02;USD;1.2',
    ].join('\n');
    expect(await load(csv, 'EUR')).toEqual({ imported: 4, problems: [] });
    expect(await all()).toEqual([
      rate('2026-03-02', 'EUR', '0.833333333333'),
      rate('2026-03-02', 'JPY', '133.333333333333'),
      rate('2026-03-01', 'EUR', '0.8'),
      rate('2026-03-01', 'INR', '80'),
    ]);
  });

  test('is taken as a whole or not at all, and every wrong line is reported', async () => {
    await put('2026-03-01', 'EUR', '0.9');
    const csv = [
      'date,currency,rate',
      '2026-03-01,EUR,0.8',
      '2026-03-32,EUR,0.8',
      '2026-03-03,EURO,zero',
      '2026-03-01,EUR,0.7',
      '2026-03-04,USD,2',
      '2026-03-05,INR,',
    ].join('\n');
    expect(await load(csv)).toEqual({
      imported: 0,
      problems: [
        { line: 3, reason: 'date is not a date' },
        { line: 4, reason: 'currency is not a currency code of ISO 4217, rate is not a positive number' },
        { line: 5, reason: 'EUR of that day is in line 2 already' },
        { line: 6, reason: 'rate of USD in USD is 1' },
        { line: 7, reason: 'rate is not a positive number' },
      ],
    });
    expect(await all()).toEqual([rate('2026-03-01', 'EUR', '0.9')]);
  });

  test('in another base needs the dollar of every day', async () => {
    const csv = 'date,currency,rate\n2026-03-01,USD,1.1\n2026-03-02,INR,90\n2026-03-01,EUR,2';
    expect(await load(csv, 'EUR')).toEqual({
      imported: 0,
      problems: [
        { line: 3, reason: expect.stringContaining('no rate of USD for 2026-03-02') },
        { line: 4, reason: 'rate of EUR in EUR is 1' },
      ],
    });
  });

  test('never makes a rate of nothing', async () => {
    const csv = 'date,currency,rate\n2026-03-01,USD,100000000000\n2026-03-01,XAU,0.000000000001';
    expect(await load(csv, 'XPT')).toMatchObject({
      imported: 0,
      problems: [{ line: 3, reason: 'rate is too small' }],
    });
  });

  test.each([
    { csv: 'day,currency,rate\n2026-03-01,EUR,1', reason: 'the column date is missing' },
    { csv: 'date,currency,rate\n"2026-03-01,EUR,1', reason: expect.stringContaining('quotes') },
  ])('that cannot be read is refused by line: $csv', async ({ csv, reason }) => {
    expect(await load(csv)).toMatchObject({ imported: 0, problems: [{ reason }] });
  });

  test('may be as long as the contract says, longer than other requests', async () => {
    const lines = Array.from({ length: 40_000 }, (_, n) => {
      const date = new Date(Date.UTC(1950, 0, 1 + (n >> 2))).toISOString().slice(0, 10);
      return `${date},${['EUR', 'INR', 'GBP', 'JPY'][n & 3]},${n + 1}.5`;
    });
    expect(await load(`date,currency,rate\n${lines.join('\n')}`)).toEqual({ imported: 40_000, problems: [] });
    await expect(load('x'.repeat(5_000_001))).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(load('x'.repeat(11_000_000))).rejects.toMatchObject({ code: 'payload_too_large' });
  });
});

describe('where no operator is named', () => {
  test('it is the person who came first', async () => {
    const other = await startTestServer();
    try {
      const first = await buildPerson(other);
      other.clock.advance(1000);
      const second = await buildPerson(other);
      expect((await first.call(verifyUser, {})).is_operator).toBe(true);
      expect((await second.call(verifyUser, {})).is_operator).toBe(false);
      await put('2026-03-01', 'EUR', '0.9', first);
      await expect(put('2026-03-01', 'EUR', '1', second)).rejects.toMatchObject({ code: 'forbidden' });
    } finally {
      await other.stop();
    }
  });
});
