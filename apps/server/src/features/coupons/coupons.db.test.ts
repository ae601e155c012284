import { randomUUID } from 'node:crypto';
import { listAuditLog } from '@trailmark/contract/audit-log';
import { deleteCampaign } from '@trailmark/contract/campaigns';
import { downloadCouponReport, getCouponReport } from '@trailmark/contract/coupon-calls';
import {
  createCouponPool,
  deleteCouponPool,
  generateCouponCodes,
  importCouponCodes,
  listCouponCodes,
  listCouponPools,
  updateCouponPool,
  withdrawCouponCodes,
} from '@trailmark/contract/coupon-pools';
import {
  createCouponNetwork,
  deleteCouponNetwork,
  listCouponNetworks,
  MAX_COUPON_NETWORKS,
  previewCouponPostback,
  updateCouponNetwork,
  updateCouponPostback,
} from '@trailmark/contract/coupons';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, later } from '../../platform/clock.ts';
import { buildCampaign, buildMember, buildProject } from '../../testing/build.ts';
import { buildNetwork, buildPool, type TestNetwork } from '../../testing/coupon-fixture.ts';
import { buildDevice, projectToken } from '../../testing/device.ts';
import { buildServerKey } from '../../testing/server-key.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let own: Awaited<ReturnType<typeof buildProject>>;
let jio: TestNetwork;
let campaignId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  own = await buildProject(server);
  jio = await buildNetwork(server, own);
  campaignId = (await buildCampaign(own.owner, own.projectId, { name: 'Holi' })).campaign_id;
});

const query = () => ({ project_id: own.projectId });
const pool = (given: Record<string, unknown> = {}) =>
  buildPool(own, { networkId: jio.id, campaignId, ...given });
const refusal = { code: 'validation_failed' };
const POSTBACK = { method: 'GET', url: 'https://network.example/pb?c={click_id}' } as const;
const postback = (given: object | null) =>
  own.owner.call(updateCouponPostback, {
    params: { ad_network_id: jio.id },
    query: query(),
    body: { postback: given && { ...POSTBACK, ...given } },
  });

describe('networks', () => {
  test('are made with a key and a secret that is shown once, renamed, and removed', async () => {
    expect(jio.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(jio.network.network_key).toMatch(/^jio-[0-9a-f]{24}$/);
    expect(jio.network.endpoint).toMatch(new RegExp(`/api/in/coupons/${jio.network.network_key}$`));
    const of = { params: { ad_network_id: jio.id }, query: query() };
    const renamed = await own.owner.call(updateCouponNetwork, { ...of, body: { name: 'Jio 2' } });
    expect(renamed).toMatchObject({ name: 'Jio 2', network_key: jio.network.network_key });
    await pool({ codes: ['HOLI-1'] });
    expect(await own.owner.call(deleteCouponNetwork, of)).toEqual({ networks: [] });
    expect((await jio.post({ coupon_code: 'HOLI-1' })).status).toBe(401);
    const { pools } = await own.owner.call(listCouponPools, { query: query() });
    expect(pools.map(({ state }) => state)).toEqual(['closed']);
    const { items } = await own.owner.call(listAuditLog, { query: query() });
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['network.connected', 'network.settings_changed', 'network.account_removed']),
    );
  });

  test('do not exist for another project', async () => {
    const other = await buildProject(server);
    const of = { params: { ad_network_id: jio.id }, query: { project_id: other.projectId } };
    await expect(other.owner.call(deleteCouponNetwork, of)).rejects.toMatchObject({ code: 'not_found' });
    expect(await other.owner.call(listCouponNetworks, { query: of.query })).toEqual({ networks: [] });
  });

  test('have a limit, and are changed by admins alone', async () => {
    const member = await buildMember(server, own.projectId, 'member');
    const body = { project_id: own.projectId, name: 'N' };
    await expect(member.call(createCouponNetwork, { body })).rejects.toMatchObject({ code: 'forbidden' });
    await server.pool.query(
      `insert into network_accounts (project_id, ad_network_id, kind, external_id, name, status, settings,
        credential_hints, imported_at, updated_at)
      select project_id, gen_random_uuid(), kind, n::text, name, status, settings, credential_hints, imported_at,
        updated_at from network_accounts cross join generate_series(2, $2) n where project_id = $1`,
      [own.projectId, MAX_COUPON_NETWORKS],
    );
    await expect(own.owner.call(createCouponNetwork, { body })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('are refused a template with an unknown macro, a private address or a header of ours', async () => {
    await expect(postback({ url: 'https://n.example/{clickid}' })).rejects.toMatchObject({
      fields: { 'postback.url': 'has an unknown macro: {clickid}' },
    });
    await expect(postback({ url: 'http://169.254.169.254/{click_id}' })).rejects.toMatchObject(refusal);
    await expect(postback({ url: 'http://127.0.0.1/{click_id}' })).rejects.toMatchObject(refusal);
    await expect(postback({ headers: { 'webhook-id': '1' } })).rejects.toMatchObject(refusal);
    await expect(postback({ headers: { 'x-key': null } })).rejects.toMatchObject(refusal);
  });

  test('keep the values of headers to themselves', async () => {
    const value = `header-${randomUUID()}`;
    const saved = await postback({ headers: { 'X-Key': value } });
    expect(saved.postback?.header_names).toEqual(['x-key']);
    // Left out of a later change, it stays.
    expect((await postback({ headers: { 'x-key': null } })).postback?.header_names).toEqual(['x-key']);
    const shown = JSON.stringify([
      ...[saved, await own.owner.call(listCouponNetworks, { query: query() })],
      await own.owner.call(listAuditLog, { query: query() }),
    ]);
    const { rows } = await server.pool.query(
      `select a::text from network_accounts a where project_id = $1
       union all select c::text from connections c where project_id = $1`,
      [own.projectId],
    );
    for (const secret of [value, jio.secret, jio.secret.slice(6)]) {
      expect(shown).not.toContain(secret);
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
    expect((await postback(null)).postback).toBeNull();
    expect((await postback({})).postback?.header_names).toEqual([]);
  });

  test('show an example of a template', async () => {
    const given = { method: 'GET', url: 'https://n.example/?c={click_id}&x={nope}' } as const;
    const shown = await own.owner.call(previewCouponPostback, { query: query(), body: given });
    expect(shown).toMatchObject({ url: 'https://n.example/?c=nw-8842%2F31&x={nope}' });
    expect(shown.problems).toEqual(['url has an unknown macro: {nope}']);
    expect(shown.macros.map(({ name }) => name)).toContain('coupon_code');
  });
});

describe('pools', () => {
  test('are checked and changed', async () => {
    const id = await pool({ codes: ['HOLI-1'], after_event: 'signup_done' });
    const of = { params: { pool_id: id }, query: query() };
    const body = { window_hours: 24, valid_from: '2026-01-01T00:00:00.000Z' };
    expect(await own.owner.call(updateCouponPool, { ...of, body })).toMatchObject({
      ...body,
      codes: 1,
      free: 1,
    });
    const bad = { valid_to: '2025-01-01T00:00:00Z' };
    await expect(own.owner.call(updateCouponPool, { ...of, body: bad })).rejects.toMatchObject(refusal);
    await expect(pool({ after_event: 'signup_done' })).rejects.toMatchObject(refusal);
    await expect(pool({ campaignId: randomUUID() })).rejects.toMatchObject(refusal);
    await expect(pool({ networkId: randomUUID() })).rejects.toMatchObject(refusal);
  });

  test('are deleted with the codes that nobody has; the others can be redeemed and reversed', async () => {
    const id = await pool({ codes: ['HOLI-1', 'HOLI-2', 'HOLI-3'], after_event: 'signup_done' });
    await jio.post({ coupon_code: 'HOLI-1', order_id: '1' });
    await jio.post({ type: 'issued', coupon_code: 'HOLI-2', user: { user_id: 'anna' } });
    const of = { params: { pool_id: id }, query: query() };
    expect(await own.owner.call(deleteCouponPool, of)).toEqual({ deleted: true });
    await expect(own.owner.call(deleteCouponPool, of)).rejects.toMatchObject({ code: 'not_found' });
    const change = { ...of, body: { state: 'active' as const } };
    await expect(own.owner.call(updateCouponPool, change)).rejects.toMatchObject({ code: 'not_found' });
    expect(await own.owner.call(listCouponPools, { query: query() })).toEqual({ pools: [] });
    expect((await jio.post({ coupon_code: 'HOLI-2' })).status).toBe(202);
    expect((await jio.post({ coupon_code: 'HOLI-3' })).status).toBe(404);
    expect((await jio.post({ type: 'reversed', coupon_code: 'HOLI-1', order_id: '1' })).status).toBe(202);
    const timeZone = 'Asia/Kolkata';
    const day = new Intl.DateTimeFormat('sv', { timeZone }).format(server.clock.now());
    const { rows } = await own.owner.call(getCouponReport, { query: { ...query(), from: day, to: day } });
    expect(rows).toMatchObject([{ issued: 1, redeemed: 2, reversed: 1 }]);
    // Neither its rule nor the spelling of a code that is gone is taken any more.
    expect(await pool({ codes: ['HOLI-3'], after_event: 'signup_done' })).not.toBe(id);
  });

  test('belong to their project, and to people who edit campaigns', async () => {
    const id = await pool();
    const other = await buildProject(server);
    const of = { params: { pool_id: id }, query: { project_id: other.projectId } };
    await expect(other.owner.call(updateCouponPool, { ...of, body: {} })).rejects.toMatchObject({
      code: 'not_found',
    });
    const viewer = await buildMember(server, own.projectId, 'viewer');
    const made = { project_id: own.projectId, ad_network_id: jio.id, campaign_id: campaignId, name: 'P' };
    await expect(viewer.call(createCouponPool, { body: made })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('codes', () => {
  const importCsv = (poolId: string, csv: string, dry_run = false) =>
    own.owner.call(importCouponCodes, {
      params: { pool_id: poolId },
      query: query(),
      body: { csv, dry_run },
    });
  const list = (poolId: string, given: Record<string, string> = {}) =>
    own.owner.call(listCouponCodes, { query: { ...query(), pool_id: poolId, ...given } });

  test('are imported as a whole, or all problems are listed by their line', async () => {
    const id = await pool({ codes: ['TAKEN-1'] });
    const csv = [
      'code,campaign_ref,valid_from,valid_to,max_uses',
      ...['ok-1,Holi,2026-01-01,2031-01-01,3', 'x,,,,', 'TAKEN-1,,,,', 'ok-2,Diwali,,,', 'OK-1,,,,'],
      ...['ok-3,,2026-02-30,,', 'ok-4,,2027-01-01,2026-01-01,', 'ok-5,,,,0'],
    ].join('\n');
    const { imported, problems } = await importCsv(id, csv);
    expect([imported, problems.map(({ line }) => line)]).toEqual([0, [3, 4, 5, 6, 7, 8, 9]]);
    expect((await list(id)).items).toHaveLength(1);
    const good = 'code,valid_to,max_uses\nok-1,2031-01-01,3\nok-2,,';
    expect(await importCsv(id, good, true)).toEqual({ imported: 2, problems: [] });
    expect(await importCsv(id, good)).toEqual({ imported: 2, problems: [] });
    const { items } = await list(id, { search: 'ok' });
    expect(items).toMatchObject([
      { code: 'OK-1', max_uses: 3, valid_to: '2031-01-01T23:59:59.999Z', state: 'free' },
      { code: 'OK-2', max_uses: 1 },
    ]);
  });

  test('are generated by a pattern, within the limit of the pool', async () => {
    const id = await pool({ max_codes: 150 });
    const generate = (count: number, pattern = 'holi-#####') =>
      own.owner.call(generateCouponCodes, {
        params: { pool_id: id },
        query: query(),
        body: { count, pattern },
      });
    const made = await generate(100);
    expect([made.generated, made.examples.length]).toEqual([100, 5]);
    await expect(generate(51)).rejects.toMatchObject(refusal);
    await expect(generate(10, 'HOLI-#')).rejects.toMatchObject(refusal);
    const first = await list(id, { limit: '60' });
    const second = await list(id, { limit: '60', cursor: first.next_cursor ?? '' });
    expect(new Set([...first.items, ...second.items].map(({ code }) => code)).size).toBe(100);
    expect(second.next_cursor).toBeNull();
  });

  test('are listed by state, and withdrawn', async () => {
    const id = await pool({ codes: ['CODE-A', 'CODE-B', 'CODE-C'] });
    await jio.post({ coupon_code: 'CODE-A' });
    const body = { codes: ['code-b', 'NOT-THERE'] };
    expect(await own.owner.call(withdrawCouponCodes, { query: query(), body })).toEqual({ withdrawn: 1 });
    expect((await jio.post({ coupon_code: 'CODE-B' })).status).toBe(409);
    for (const [state, code] of [
      ...[
        ['used_up', 'CODE-A'],
        ['withdrawn', 'CODE-B'],
        ['free', 'CODE-C'],
      ],
    ]) {
      expect((await list(id, { state: state as string })).items.map((one) => one.code)).toEqual([code]);
    }
    expect((await list(id, { search: '%' })).items).toEqual([]);
  });
});

describe('a server that has codes issued', () => {
  const issue = async (given: object) =>
    await (await buildServerKey(server, own.owner, own.projectId)).post('/v1/issue-coupon', given);

  test('gets the same code for the same id, and nobody else’s', async () => {
    const given = { networkId: jio.id, campaignId, codes: ['CODE-A', 'CODE-B'], one_per_person: false };
    const pool_id = await buildPool(own, given);
    const request = { pool_id, user_id: 'anna', event_id: 'r-1' };
    expect((await issue(request)).json.data).toMatchObject({ code: 'CODE-A', is_new: true });
    expect((await issue(request)).json.data).toMatchObject({ code: 'CODE-A', is_new: false });
    expect((await issue({ ...request, user_id: 'ben' })).status).toBe(409);
  });

  test('is refused clearly when the same id asks several pools at once', async () => {
    const one_per_person = false;
    const codes = (pool: number) => Array.from({ length: 3 }, (_, n) => `POOL${pool}-${n}`);
    const pools = [
      ...[await pool({ one_per_person, codes: codes(1) }), await pool({ one_per_person, codes: codes(2) })],
      ...[await pool({ one_per_person, codes: codes(3) }), await pool({ one_per_person, codes: codes(4) })],
    ];
    const key = await buildServerKey(server, own.owner, own.projectId);
    const request = { user_id: 'anna', event_id: 'r-1' };
    const answers = await Promise.all(
      pools.map((pool_id) => key.post('/v1/issue-coupon', { ...request, pool_id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('keeps the campaign of its codes from being deleted', async () => {
    await buildPool(own, { networkId: jio.id, campaignId });
    const remove = own.owner.call(deleteCampaign, { query: { ...query(), campaign_id: campaignId } });
    await expect(remove).rejects.toMatchObject({ status: 409 });
  });

  test('gets one for each person, with a link that carries it, and the same again', async () => {
    const id = await pool({ codes: ['CODE-A', 'CODE-B'] });
    const first = await issue({ pool_id: id, user_id: 'anna' });
    expect(first.json.data).toMatchObject({ code: 'CODE-A', is_new: true, valid_to: null });
    expect(first.json.data.link).toMatch(/\/l\/[\w-]+\?coupon=CODE-A$/);
    const again = await issue({ pool_id: id, user_id: 'anna' });
    expect(again.json.data).toMatchObject({ code: 'CODE-A', is_new: false });
    expect((await issue({ pool_id: id, user_id: 'ben' })).json.data.code).toBe('CODE-B');
    expect((await issue({ pool_id: id, user_id: 'cem' })).status).toBe(409);
    const key = await buildServerKey(server, own.owner, own.projectId);
    expect((await key.get('/v1/coupon', { code: 'code-a' })).json.data).toMatchObject({ state: 'issued' });
  });

  test('never gives one code to two people at once', async () => {
    const id = await pool({ codes: Array.from({ length: 6 }, (_, n) => `CODE-${n}`) });
    const key = await buildServerKey(server, own.owner, own.projectId);
    const people = Array.from({ length: 12 }, (_, n) => `user-${n % 8}`);
    const answers = await Promise.all(
      people.map(async (user_id) => ({
        user_id,
        ...(await key.post('/v1/issue-coupon', { pool_id: id, user_id })),
      })),
    );
    const given = answers.filter(({ status }) => status === 200);
    const codeOf = new Map(given.map(({ user_id, json }) => [user_id, json.data.code]));
    expect(codeOf.size).toBe(6);
    expect(new Set(codeOf.values()).size).toBe(6);
    for (const { user_id, json } of given) expect(json.data.code).toBe(codeOf.get(user_id));
  });

  test('gets one by the rule of an event, once the person has had it', async () => {
    await pool({ codes: ['CODE-A'], after_event: 'tutorial_done' });
    const request = { event_name: 'tutorial_done', user_id: 'anna' };
    expect((await issue(request)).status).toBe(409);
    const phone = buildDevice(server, await projectToken(own.owner, own.projectId));
    await phone.init();
    await phone.call('trigger', { user_data: { id: 'anna' } });
    await phone.call('set-user-data', { user_data: { id: 'anna' } });
    await phone.event('tutorial_done');
    expect((await issue(request)).json.data).toMatchObject({ code: 'CODE-A', is_new: true });
    expect((await issue({ event_name: 'other', user_id: 'anna' })).status).toBe(404);
  });

  test('is refused a pool that is closed, over, or of another project', async () => {
    const closed = await pool({ codes: ['CODE-A'], state: 'closed' });
    const over = await pool({
      codes: ['CODE-B'],
      valid_to: later(server.clock.now(), -DAY_MS).toISOString(),
    });
    expect((await issue({ pool_id: closed, user_id: 'a' })).status).toBe(409);
    expect((await issue({ pool_id: over, user_id: 'a' })).status).toBe(409);
    expect((await issue({ pool_id: randomUUID(), user_id: 'a' })).status).toBe(404);
  });
});

test('the report counts by day of the project, pool and currency, and its CSV is harmless', async () => {
  await pool({ name: '=cmd|1', codes: ['CODE-A', 'CODE-B', 'CODE-C'] });
  const call = { amount: '10.50', currency: 'INR' };
  await jio.post({ ...call, coupon_code: 'CODE-A', order_id: '1' });
  await jio.post({ ...call, coupon_code: 'CODE-B', order_id: '2' });
  await jio.post({ coupon_code: 'CODE-C', amount: 3, currency: 'USD' });
  await jio.post({ type: 'reversed', coupon_code: 'CODE-B', order_id: '2' });
  await jio.post({ type: 'issued', coupon_code: 'CODE-B' });
  const today = server.clock.now();
  const days = {
    from: later(today, -2 * DAY_MS)
      .toISOString()
      .slice(0, 10),
    to: later(today, 2 * DAY_MS)
      .toISOString()
      .slice(0, 10),
  };
  const { rows } = await own.owner.call(getCouponReport, { query: { ...query(), ...days } });
  expect(rows).toMatchObject([
    {
      issued: 1,
      redeemed: 3,
      reversed: 1,
      pool_name: '=cmd|1',
      campaign_name: 'Holi',
      redeemed_amounts: [
        { amount: '21', currency: 'INR' },
        { amount: '3', currency: 'USD' },
      ],
      reversed_amounts: [{ amount: '-10.5', currency: 'INR' }],
      net_amounts: [
        { amount: '10.5', currency: 'INR' },
        { amount: '3', currency: 'USD' },
      ],
    },
  ]);
  const search = new URLSearchParams({ ...query(), ...days });
  const csv = await fetch(`${server.url}/api${downloadCouponReport.path}?${search}`, {
    headers: { authorization: `Bearer ${own.owner.token}` },
  });
  const lines = (await csv.text()).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/,Jio,"'=cmd.*",Holi,1,3,1,INR,21,-10.5,10.5$/);
});
