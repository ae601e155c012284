import { listAuditLog } from '@trailmark/contract/audit-log';
import type { Campaign } from '@trailmark/contract/campaigns';
import {
  createExport,
  createExportDownload,
  createTableDownload,
  deleteExport,
  EXPORT_KINDS,
  type Export,
  listExports,
} from '@trailmark/contract/exports';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPartitions } from '../../db/partitions.ts';
import { enqueue } from '../../jobs/queue.ts';
import { HOUR_MS, SECOND_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import {
  buildCampaign,
  buildMember,
  buildPerson,
  buildProject,
  type TestPerson,
} from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { SOURCES } from './columns.ts';

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let diwali: Campaign;
let holi: Campaign;
beforeAll(async () => {
  server = await startTestServer();
  const partitions = createPartitions(server.pool, server.clock);
  const days = Array.from({ length: 6 }, (_, n) => `2026-03-0${n + 1}`);
  for (const table of ['clicks', 'impressions', 'events'] as const) await partitions.ensure(table, days);
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-05T12:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
  diwali = await buildCampaign(owner, projectId, { name: 'Diwali', network: 'META' });
  holi = await buildCampaign(owner, projectId, { name: '=Holi', network: 'GOOGLE' });
});

type Event = Partial<
  Record<'occurred_at' | 'name' | 'amount' | 'currency' | 'campaign_id' | 'network' | 'country', string>
> & {
  data?: unknown;
};

async function plantEvents(...events: Event[]): Promise<void> {
  await server.db
    .insertInto('events')
    .values(
      events.map(({ data = null, ...event }, n) => ({
        project_id: projectId,
        id: newId(new Date(n)),
        occurred_at: '2026-03-02T12:00:00Z',
        kind: 'event',
        received_at: '2026-03-02T12:00:01Z',
        install_id: 'i',
        name: 'tap',
        platform: 'ios',
        country: 'IN',
        campaign_id: NO_ID,
        link_id: NO_ID,
        network: 'ORGANIC',
        ...event,
        data: data === null ? null : JSON.stringify(data),
      })),
    )
    .execute();
}

interface ExportFields {
  kind?: Export['kind'];
  format?: Export['format'];
  from?: string | undefined;
  to?: string | undefined;
  networks?: string;
  campaigns?: string;
  countries?: string;
}

/** The day on which everything happens that has no other. */
const DAY = { from: '2026-03-02', to: '2026-03-02' };

const ask = (fields: ExportFields = {}, by = owner) =>
  by.call(createExport, {
    body: { project_id: projectId, kind: 'events', format: 'csv', ...DAY, ...fields },
  });
const list = (by = owner) => by.call(listExports, { query: { project_id: projectId } });
const remove = (export_id: string, by = owner) =>
  by.call(deleteExport, { query: { project_id: projectId, export_id } });
const address = (export_id: string, by = owner) =>
  by.call(createExportDownload, { body: { project_id: projectId, export_id } });
const tableAddress = (query: Record<string, string>, by = owner) =>
  by.call(createTableDownload, { body: { project_id: projectId, query } });
const get = (url: string, init: RequestInit = {}) => fetch(server.url + url, init);

async function fetchFile(export_id: string, by = owner): Promise<ArrayBuffer> {
  const response = await get((await address(export_id, by)).url);
  expect(response.status).toBe(200);
  return await response.arrayBuffer();
}

/** Requests a file, has it written and fetches it. */
async function fileOf(fields: ExportFields = {}, by = owner): Promise<ArrayBuffer> {
  const { export_id } = await ask(fields, by);
  await server.runJobs();
  return await fetchFile(export_id, by);
}

const textOf = (file: ArrayBuffer) => Buffer.from(file).toString('utf8');
const rowsOf = (file: ArrayBuffer) => parse(textOf(file), { columns: true }) as Record<string, string>[];
const valuesOf = async (name: string, fields: ExportFields = {}, by = owner) =>
  rowsOf(await fileOf(fields, by)).map((row) => row[name]);

async function buildGuest(...campaignIds: string[]): Promise<TestPerson> {
  const guest = await buildMember(server, projectId, 'guest');
  for (const campaign_id of campaignIds) {
    const shared = { access: 'see', shared_by: owner.userId, shared_at: server.clock.now() };
    await server.db
      .insertInto('campaign_members')
      .values({ project_id: projectId, campaign_id, email: guest.email, ...shared })
      .execute();
  }
  return guest;
}

const unshare = (guest: TestPerson) =>
  server.db
    .deleteFrom('campaign_members')
    .where('project_id', '=', projectId)
    .where('email', '=', guest.email)
    .execute();

describe('an export', () => {
  test('waits, is written by a worker, and is there for 48 hours', async () => {
    await plantEvents({}, {});
    const requested = await ask({ from: undefined, to: undefined });
    expect(requested).toMatchObject({
      kind: 'events',
      format: 'csv',
      from: '2026-02-04',
      to: '2026-03-05',
      state: 'waiting',
      progress: 0,
      requested_by: owner.email,
      requested_at: '2026-03-05T12:00:00.000Z',
      finished_at: null,
      expires_at: null,
    });
    await expect(address(requested.export_id)).rejects.toMatchObject({ code: 'conflict' });
    await server.runJobs();
    const [done] = await list();
    const bytes = (await fetchFile(requested.export_id)).byteLength;
    expect(done).toMatchObject({ state: 'done', progress: 1, rows: 2, bytes, problem: null });
    expect(done?.expires_at).toBe('2026-03-07T12:00:00.000Z');
    server.clock.advance(48 * HOUR_MS);
    expect(await list()).toEqual([]);
    await expect(address(requested.export_id)).rejects.toMatchObject({ code: 'not_found' });
    server.clock.advance(1);
    await enqueue(server.db, 'remove-expired', {});
    await server.runJobs();
    const left = await server.db
      .selectFrom('exports')
      .select('id')
      .where('project_id', '=', projectId)
      .execute();
    expect(left).toEqual([]);
  });

  test('is noted in the audit log', async () => {
    await ask({ kind: 'clicks', format: 'parquet', from: '2026-03-01', to: '2026-03-02' });
    const { items } = await owner.call(listAuditLog, {
      query: { project_id: projectId, action: 'export.created' },
    });
    expect(items).toMatchObject([
      {
        target: 'clicks of 2026-03-01 to 2026-03-02',
        after: { format: 'parquet' },
        actor: { email: owner.email },
      },
    ]);
  });

  test.each([
    { kind: 'people' },
    { format: 'xlsx' },
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2020-01-01', to: '2026-03-01' },
    { from: '2026-02-30' },
    { campaigns: 'x' },
  ])('is refused: %j', async (fields) => {
    await expect(ask(fields as ExportFields)).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await list()).toEqual([]);
  });

  test('is one of at most five that are being written in a project', async () => {
    const viewer = await buildMember(server, projectId, 'viewer');
    for (const by of [owner, viewer, owner, viewer, owner]) await ask({}, by);
    await expect(ask({}, viewer)).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    await server.runJobs();
    await ask({}, viewer);
    const other = await buildProject(server, { owner });
    await owner.call(createExport, { body: { project_id: other.projectId, kind: 'events', format: 'csv' } });
    await server.runJobs();
  });

  test('is one of at most twenty that a person has', async () => {
    const first = await ask();
    await server.runJobs();
    await sql`
      insert into exports
      select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).*
      from exports e cross join generate_series(2, 20)
      where e.project_id = ${projectId} and e.id = ${first.export_id}`.execute(server.db);
    expect(await list()).toHaveLength(20);
    await expect(ask()).rejects.toMatchObject({ code: 'conflict' });
    await remove(first.export_id);
    await ask();
    await server.runJobs();
  });

  test('exists for the person who requested it, and for nobody else', async () => {
    const { export_id } = await ask();
    await server.runJobs();
    const admin = await buildMember(server, projectId, 'admin');
    const stranger = await buildPerson(server);
    const nobody = { ...stranger, call: server.callAs(null) };
    expect(await list(admin)).toEqual([]);
    for (const call of [address, remove]) {
      await expect(call(export_id, admin)).rejects.toMatchObject({ code: 'not_found' });
      await expect(call(export_id, stranger)).rejects.toMatchObject({ code: 'not_found' });
      await expect(call(export_id, nobody)).rejects.toMatchObject({ code: 'not_signed_in' });
      await expect(call(NO_ID)).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(ask({}, stranger)).rejects.toMatchObject({ code: 'not_found' });
    const other = await buildProject(server, { owner });
    const elsewhere = { project_id: other.projectId, export_id };
    await expect(owner.call(createExportDownload, { body: elsewhere })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await list()).toHaveLength(1);
  });

  test('can be stopped before it is written, and thrown away after', async () => {
    const waiting = await ask();
    expect(await remove(waiting.export_id)).toEqual({ deleted: true });
    await server.runJobs();
    expect(await list()).toEqual([]);
    await plantEvents({});
    const done = await ask();
    await server.runJobs();
    await remove(done.export_id);
    await expect(remove(done.export_id)).rejects.toMatchObject({ code: 'not_found' });
    const chunks = await server.db
      .selectFrom('export_chunks')
      .select('number')
      .where('project_id', '=', projectId)
      .execute();
    expect(chunks).toEqual([]);
  });
});

describe('the rows of a file', () => {
  test('are those of the days of the project, whatever they are elsewhere', async () => {
    // In India a day begins at 18:30 of the day before in UTC.
    await plantEvents(
      { name: 'before', occurred_at: '2026-03-01T18:29:59.999Z' },
      { name: 'last', occurred_at: '2026-03-03T18:29:59.999Z' },
      { name: 'first', occurred_at: '2026-03-01T18:30:00Z' },
      { name: 'after', occurred_at: '2026-03-03T18:30:00Z' },
    );
    const rows = rowsOf(await fileOf({ from: '2026-03-02', to: '2026-03-03' }));
    expect(rows.map((row) => [row.name, row.local_date, row.occurred_at])).toEqual([
      ['first', '2026-03-02', '2026-03-01T18:30:00.000Z'],
      ['last', '2026-03-03', '2026-03-03T18:29:59.999Z'],
    ]);
  });

  test('are narrowed to networks, campaigns and countries', async () => {
    await plantEvents(
      { name: 'a', network: 'META', campaign_id: diwali.campaign_id },
      { name: 'b', network: 'GOOGLE', campaign_id: holi.campaign_id },
      { name: 'c', country: 'NP' },
    );
    expect(await valuesOf('name', { networks: 'META,TIKTOK' })).toEqual(['a']);
    expect(await valuesOf('name', { campaigns: holi.campaign_id })).toEqual(['b']);
    expect(await valuesOf('name', { countries: 'NP' })).toEqual(['c']);
  });

  test('are of one project only', async () => {
    await plantEvents({ name: 'mine' });
    const other = await buildProject(server, { owner });
    projectId = other.projectId;
    expect(await valuesOf('name')).toEqual([]);
  });

  test.each(EXPORT_KINDS)('have all columns, of %s too, and a header where there are none', async (kind) => {
    const names = SOURCES[kind].columns.map((column) => column.name);
    expect(textOf(await fileOf({ kind }))).toBe(`${names.join(',')}\r\n`);
    expect(new Set(names).size).toBe(names.length);
    const file = await fileOf({ kind, format: 'parquet' });
    expect(parquetMetadata(file).num_rows).toBe(0n);
    expect(parquetSchema(parquetMetadata(file)).children.map((child) => child.element.name)).toEqual(names);
  });

  test('of clicks, impressions and installs carry what was stored', async () => {
    const [clickId, viewId, linkId] = [newId(new Date(1)), newId(new Date(2)), newId(new Date(3))];
    const seen = {
      project_id: projectId,
      link_id: linkId,
      campaign_id: diwali.campaign_id,
      network: 'META',
      platform: 'ios',
      country: 'IN',
    };
    const touch = { ...seen, device_key: NO_ID, ip: '203.0.113.9', params: JSON.stringify({ a: '=1' }) };
    const at = '2026-03-02T12:00:00Z';
    await server.db
      .insertInto('clicks')
      .values({ ...touch, id: clickId, clicked_at: at, outcome: 'store' })
      .execute();
    await server.db
      .insertInto('impressions')
      .values({ ...touch, id: viewId, viewed_at: at })
      .execute();
    const install = { ...seen, first_seen_at: at, updated_at: at, verdict: 'clean', revision: 2 };
    await server.db
      .insertInto('installs')
      .values([
        {
          ...install,
          install_id: 'i1',
          installed_at: at,
          kind: 'install',
          device_data: JSON.stringify({ idfv: 'v' }),
          consent: JSON.stringify({ adUserData: false, attStatus: 'restricted', gpc: true, isEea: null }),
          consent_times: JSON.stringify({
            adUserData: { since: '2026-03-01T10:00:00.000Z', statedAt: at },
            isEea: { since: at, statedAt: at },
          }),
        },
        { ...install, install_id: 'not-yet', installed_at: null },
      ])
      .execute();
    const credit = {
      campaign_id: diwali.campaign_id,
      campaign_name: 'Diwali',
      link_id: linkId,
      link_name: '',
    };
    const dimensions = {
      network: 'META',
      platform: 'ios',
      country: 'IN',
      local_date: '2026-03-02',
      imported: 'false',
    };
    expect(rowsOf(await fileOf({ kind: 'clicks' }))).toMatchObject([
      {
        click_id: clickId,
        ...credit,
        ...dimensions,
        ip: '203.0.113.9',
        params: '{"a": "=1"}',
        outcome: 'store',
      },
    ]);
    expect(rowsOf(await fileOf({ kind: 'impressions' }))).toMatchObject([
      { impression_id: viewId, ...credit, ...dimensions },
    ]);
    expect(rowsOf(await fileOf({ kind: 'installs' }))).toMatchObject([
      {
        install_id: 'i1',
        ...credit,
        ...dimensions,
        revision: '2',
        device_data: '{"idfv": "v"}',
        touched_at: '',
        consent_ad_user_data: 'denied',
        consent_ad_user_data_at: '2026-03-01T10:00:00.000Z',
        consent_att_status: 'restricted',
        consent_att_status_at: '',
        consent_gpc: 'yes',
        consent_is_eea: '',
        consent_is_eea_at: '',
        consent_analytics_storage: '',
      },
    ]);
  });
});

describe('CSV', () => {
  test('is RFC 4180, exact, and no spreadsheet runs it', async () => {
    await plantEvents(
      { amount: '1234567890123456.120', currency: 'INR', data: { text: 'a,"b"\r\nc', n: 1 } },
      {
        amount: '-0.10',
        currency: 'USD',
        name: '=cmd|calc',
        campaign_id: holi.campaign_id,
        network: 'GOOGLE',
      },
    );
    const file = await fileOf();
    const [header, ...lines] = textOf(file).split('\r\n');
    expect(header).toMatch(/^event_id,occurred_at,local_date,received_at,/);
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toBe('');
    expect(rowsOf(file)).toMatchObject([
      {
        amount: '1234567890123456.12',
        campaign_id: '',
        campaign_name: '',
        data: '{"n": 1, "text": "a,\\"b\\"\\r\\nc"}',
      },
      { amount: '-0.1', name: "'=cmd|calc", campaign_name: "'=Holi" },
    ]);
  });
});

describe('Parquet', () => {
  test('has typed columns and reads back as it was written', async () => {
    await plantEvents(
      { amount: '1234567890123456.120', currency: 'INR', data: { nested: [1, 'हिन्दी'] } },
      { campaign_id: diwali.campaign_id, network: 'META', occurred_at: '2026-03-02T12:00:00.123Z' },
    );
    const file = await fileOf({ format: 'parquet' });
    const rows = await parquetReadObjects({ file });
    expect(rows).toMatchObject([
      {
        occurred_at: new Date('2026-03-02T12:00:00Z'),
        local_date: new Date('2026-03-02T00:00:00Z'),
        amount: '1234567890123456.12',
        currency: 'INR',
        campaign_id: null,
        imported: false,
        data: '{"nested": [1, "हिन्दी"]}',
        kind: 'event',
        user_id: null,
      },
      {
        occurred_at: new Date('2026-03-02T12:00:00.123Z'),
        campaign_name: 'Diwali',
        amount: null,
        data: null,
      },
    ]);
    const response = await get((await address((await list())[0]!.export_id)).url);
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    await response.arrayBuffer();
  });
});

describe('a download', () => {
  test('is served once, as a file to keep, without a session', async () => {
    const { export_id } = await ask({ from: '2026-03-01', to: '2026-03-02' });
    await server.runJobs();
    const { url, expires_at } = await address(export_id);
    expect(expires_at).toBe('2026-03-05T12:01:00.000Z');
    const response = await get(url);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="events-2026-03-01-2026-03-02.csv"',
      'cache-control': 'no-store',
      'content-length': String((await response.arrayBuffer()).byteLength),
    });
    const again = await get(url);
    expect([again.status, ((await again.json()) as { msg: string }).msg]).toEqual([
      404,
      'This download link works once, for a minute. Request the file again.',
    ]);
  });

  test('is not used up by looking at it', async () => {
    const { export_id } = await ask();
    await server.runJobs();
    const { url } = await address(export_id);
    const head = await get(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([
      200,
      String((await list())[0]?.bytes),
    ]);
    expect((await get(url, { headers: { 'sec-purpose': 'prefetch;prerender' } })).status).toBe(409);
    expect((await get(url)).status).toBe(200);
    expect((await get(url, { method: 'HEAD' })).status).toBe(404);
  });

  test('goes to one of two who come at the same moment', async () => {
    const { export_id } = await ask();
    await server.runJobs();
    const { url } = await address(export_id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(url)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  });

  test('is too late after a minute, and its ticket is stored as a hash', async () => {
    const { export_id } = await ask();
    await server.runJobs();
    const { url } = await address(export_id);
    const tickets = await server.db.selectFrom('download_tickets').selectAll().execute();
    expect(JSON.stringify(tickets)).not.toContain(url.split('/').at(-1));
    server.clock.advance(60 * SECOND_MS);
    expect((await get(url)).status).toBe(404);
    server.clock.advance(1);
    await enqueue(server.db, 'remove-expired', {});
    await server.runJobs();
    const left = await server.db.selectFrom('download_tickets').selectAll().execute();
    expect(left).toEqual([]);
  });

  test('is for members only: a person who was removed meanwhile gets nothing', async () => {
    const viewer = await buildMember(server, projectId, 'viewer');
    const { export_id } = await ask({}, viewer);
    await server.runJobs();
    const { url } = await address(export_id, viewer);
    await server.db.deleteFrom('project_members').where('user_id', '=', viewer.userId).execute();
    expect((await get(url)).status).toBe(404);
  });

  test.each(['x', 'x'.repeat(43), 'x'.repeat(150)])('with the ticket %s is refused', async (ticket) => {
    expect([400, 404]).toContain((await get(`/api/download/${ticket}`)).status);
  });

  test('breaks off when the export is thrown away meanwhile', async () => {
    const { export_id } = await ask();
    await server.runJobs();
    await server.db
      .updateTable('exports')
      .set({ bytes: sql<number>`bytes + 10` })
      .where('project_id', '=', projectId)
      .where('id', '=', export_id)
      .execute();
    await expect(fetchFile(export_id)).rejects.toThrow();
  });
});

describe('the campaign table', () => {
  const query = { columns: 'clicks|installs', from: '2026-03-01', to: '2026-03-05' };

  test('comes by an address that works once, the same as by the call', async () => {
    const { url } = await tableAddress(query);
    const response = await get(url);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; /);
    const table = await response.text();
    const search = new URLSearchParams({ project_id: projectId, ...query });
    const direct = await get(`/api/campaign/export-csv?${search}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(table).toContain('Diwali');
    expect(table).toBe(await direct.text());
    expect((await get(url)).status).toBe(404);
  });

  test('is that of the person who requested it, as it is for them when it is fetched', async () => {
    const guest = await buildGuest(diwali.campaign_id);
    const table = async () => await (await get((await tableAddress(query, guest)).url)).text();
    expect(await table()).toContain('Diwali');
    expect(await table()).not.toContain('Holi');
    const { url } = await tableAddress(query, guest);
    await unshare(guest);
    expect(await (await get(url)).text()).not.toContain('Diwali');
  });

  test.each([
    { columns: 'nonsense' },
    { from: '2026-03-02', to: '2026-03-01' },
    { project_id: NO_ID },
    { sort: '\u0000' },
  ])('is refused at once for the query %j', async (wrong) => {
    await expect(tableAddress(wrong as unknown as Record<string, string>)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  test('takes no harm from text that cannot be stored', async () => {
    const { url } = await tableAddress({ ...query, 'x\u0000': '\ud800\u0000' });
    expect((await get(url)).status).toBe(200);
  });

  test('is for members', async () => {
    const stranger = await buildPerson(server);
    await expect(tableAddress(query, stranger)).rejects.toMatchObject({ code: 'not_found' });
    const nobody = { ...stranger, call: server.callAs(null) };
    await expect(tableAddress(query, nobody)).rejects.toMatchObject({ code: 'not_signed_in' });
  });
});

describe('a guest', () => {
  beforeEach(async () => {
    await plantEvents(
      { name: 'of-diwali', campaign_id: diwali.campaign_id, network: 'META' },
      { name: 'of-holi', campaign_id: holi.campaign_id, network: 'GOOGLE' },
      { name: 'of-nobody' },
    );
  });

  test('gets the rows of the campaigns that are shared with them, even if they ask for others', async () => {
    const guest = await buildGuest(holi.campaign_id);
    expect(await valuesOf('name', {}, guest)).toEqual(['of-holi']);
    expect(await valuesOf('name', { campaigns: diwali.campaign_id }, guest)).toEqual([]);
    expect(await valuesOf('name', {}, await buildGuest())).toEqual([]);
    const rows = await parquetReadObjects({ file: await fileOf({ format: 'parquet' }, guest) });
    expect(rows.map((row) => row.name)).toEqual(['of-holi']);
  });

  test('gets neither addresses nor what a device said of itself', async () => {
    const guest = await buildGuest(diwali.campaign_id);
    const at = '2026-03-02T12:00:00Z';
    const seen = {
      project_id: projectId,
      link_id: NO_ID,
      campaign_id: diwali.campaign_id,
      network: 'META',
      platform: 'ios',
      country: 'IN',
    };
    const click = {
      id: newId(new Date()),
      clicked_at: at,
      device_key: NO_ID,
      ip: '203.0.113.9',
      outcome: 'store',
    };
    await server.db
      .insertInto('clicks')
      .values({ ...seen, ...click })
      .execute();
    const device_data = JSON.stringify({ referrer: 'another campaign' });
    const install = { install_id: 'i', installed_at: at, first_seen_at: at, updated_at: at, device_data };
    await server.db
      .insertInto('installs')
      .values({ ...seen, ...install })
      .execute();
    expect(await valuesOf('ip', { kind: 'clicks' }, guest)).toEqual(['']);
    expect(await valuesOf('device_data', { kind: 'installs' }, guest)).toEqual(['']);
    expect(await valuesOf('ip', { kind: 'clicks' })).toEqual(['203.0.113.9']);
  });

  test('loses the file with the campaign, at every door', async () => {
    const guest = await buildGuest(holi.campaign_id, diwali.campaign_id);
    const { export_id } = await ask({}, guest);
    await server.runJobs();
    const { url } = await address(export_id, guest);
    await server.db
      .deleteFrom('campaign_members')
      .where('email', '=', guest.email)
      .where('campaign_id', '=', holi.campaign_id)
      .execute();
    expect((await get(url)).status).toBe(404);
    expect(await list(guest)).toEqual([]);
    await expect(address(export_id, guest)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is not given what they wrote when they saw all', async () => {
    const member = await buildMember(server, projectId, 'viewer');
    const { export_id } = await ask({}, member);
    await server.runJobs();
    await server.db
      .updateTable('project_members')
      .set({ role: 'guest' })
      .where('user_id', '=', member.userId)
      .execute();
    expect(await list(member)).toEqual([]);
    await expect(address(export_id, member)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('days at whose midnight clocks are changed have all of their rows, once', async () => {
  await server.db
    .updateTable('projects')
    .set({ timezone: 'Africa/Cairo' })
    .where('project_id', '=', projectId)
    .execute();
  server.clock.set(new Date('2024-11-05T00:00:00Z'));
  // At midnight before the 1st of November 2024 it became 23:00 once more in Cairo.
  const start = Date.parse('2024-10-30T21:00:00Z');
  const hours = Array.from({ length: 48 }, (_, n) => new Date(start + n * HOUR_MS));
  await createPartitions(server.pool, server.clock).ensure('events', [
    '2024-10-30',
    '2024-10-31',
    '2024-11-01',
  ]);
  await plantEvents(...hours.map((at) => ({ occurred_at: at.toISOString() })));
  const rows = rowsOf(await fileOf({ from: '2024-10-30', to: '2024-11-03' }));
  expect(rows).toHaveLength(48);
  const days = await sql<{ day: string }>`
    select (occurred_at at time zone 'Africa/Cairo')::date as day from events
    where project_id = ${projectId} order by occurred_at`.execute(server.db);
  expect(rows.map((row) => row.local_date)).toEqual(days.rows.map((row) => row.day));
  expect(rows.filter((row) => row.local_date === '2024-10-31')).toHaveLength(25);
});
