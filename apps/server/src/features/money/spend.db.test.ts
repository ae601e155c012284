import { listAuditLog } from '@trailmark/contract/audit-log';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import { type Campaign, updateCampaign } from '@trailmark/contract/campaigns';
import { deleteSpend, importSpend, listSpend } from '@trailmark/contract/spend';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { foldDeltas } from '../../rollups/fold.ts';
import { findDifferences } from '../../rollups/recount.ts';
import {
  buildCampaign,
  buildLink,
  buildMember,
  buildPerson,
  buildProject,
  type TestPerson,
} from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { deleteRate, putRates } from './rate-store.ts';

const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let diwali: Campaign;
let holi: Campaign;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-09T19:00:00Z'));
  ({ owner, projectId } = await buildProject(server));
  diwali = await buildCampaign(owner, projectId, {
    name: 'Diwali',
    display_id: 'diwali-26',
    network: 'META',
  });
  holi = await buildCampaign(owner, projectId, { name: 'Holi', network: 'GOOGLE' });
});

const load = (lines: string[], given: { by?: TestPerson; dry_run?: boolean } = {}) => {
  const { by = owner, ...rest } = given;
  return by.call(importSpend, { body: { project_id: projectId, csv: lines.join('\n'), ...rest } });
};
type Query = Partial<Record<'from' | 'to' | 'cursor' | 'networks' | 'campaigns', string>> & {
  limit?: number;
};
const list = (by = owner, query: Query = {}) =>
  by.call(listSpend, { query: { project_id: projectId, ...query } });
/** Rows as short text: `2026-03-01 Diwali - 1.5 INR`. */
const rows = async (by = owner, query: Query = {}) =>
  (await list(by, query)).items.map(
    ({ date, campaign_name, link_name, money }) =>
      `${date} ${campaign_name} ${link_name ?? '-'} ${money.amount} ${money.currency}`,
  );
const remove = (by: TestPerson, query: { from: string; to: string; campaign_id?: string }) =>
  by.call(deleteSpend, { query: { project_id: projectId, ...query } });

async function buildGuest(campaignIds: string[]): Promise<TestPerson> {
  const guest = await buildMember(server, projectId, 'guest');
  for (const campaign_id of campaignIds) {
    const at = { shared_by: owner.userId, shared_at: server.clock.now() };
    await server.db
      .insertInto('campaign_members')
      .values({ project_id: projectId, campaign_id, email: guest.email, access: 'see', ...at })
      .execute();
  }
  return guest;
}

const HEADER = 'date,campaign,amount,currency,link';

/** Rows of spend, and what the rollups say was spent; both must be folded or not alike. */
async function counted() {
  const { rows: found } = await sql<{ raw: number; kept: number; count: number }>`
    select (select count(*) from spend_days where project_id = ${projectId}) as count,
      (select coalesce(sum(amount), 0)::float8 from spend_days where project_id = ${projectId}) as raw,
      (select coalesce(sum(amount), 0)::float8 from (
        select amount from rollup_days where project_id = ${projectId} and metric = 'spend'
        union all
        select amount from rollup_deltas where project_id = ${projectId} and metric = 'spend') r) as kept`.execute(
    server.db,
  );
  return found[0] ?? { raw: 0, kept: 0, count: 0 };
}

describe('spend in the rollups', () => {
  const check = async (count: number) => {
    const before = await counted();
    expect([before.count, before.kept]).toEqual([count, before.raw]);
    expect(await findDifferences(server.db, projectId, '2000-01-01')).toEqual([]);
    await foldDeltas(server.db);
    expect(await findDifferences(server.db, projectId, '2000-01-01')).toEqual([]);
  };

  test('is the sum of its rows, whatever comes and goes', async () => {
    // A Sunday, a Monday, another Sunday, and a week later.
    await load([HEADER, '2026-03-01,Diwali,1,,', '2026-03-02,Diwali,2,,', '2026-03-08,Diwali,4,,']);
    await load([HEADER, '2026-03-02,Holi,8,,', '2026-03-04,Diwali,16,USD,', '2026-03-09,Holi,32,,']);
    await check(6);
    await load([HEADER, '2026-03-08,Diwali,64,EUR,', '2026-03-03,Diwali,128,,']);
    await check(7);
    await remove(owner, { from: '2026-03-04', to: '2026-03-08', campaign_id: diwali.campaign_id });
    await check(5);
    await remove(owner, { from: '2026-03-02', to: '2026-03-02' });
    await check(3);
    await remove(owner, { from: '2026-02-01', to: '2026-04-30' });
    await check(0);
  });

  test('moves with its campaign to another network', async () => {
    await load([HEADER, '2026-03-01,Diwali,1,,', '2026-03-02,Diwali,2,USD,']);
    await foldDeltas(server.db);
    const change = { project_id: projectId, campaign_id: diwali.campaign_id };
    await owner.call(updateCampaign, { body: { ...change, network: 'TIKTOK' } });
    await check(2);
    await owner.call(updateCampaign, { body: { ...change, network: diwali.network } });
    await check(2);
    await remove(owner, { from: '2026-02-01', to: '2026-04-30' });
  });
});

test('a report has notes about the money that it reads only, folded or not', async () => {
  const rates = ['INR', 'CHF'].map((currency) => ({ currency, date: '2026-02-01', per_usd: '2' }));
  await putRates(server.db, server.clock.now(), rates);
  await load([HEADER, '2026-03-01,Diwali,5,EUR,', '2026-03-02,Diwali,3,CHF,']);
  const notes = async (column: string) => {
    const query = { project_id: projectId, from: '2026-03-01', to: '2026-03-08', columns: column };
    const { unconverted, has_old_rates } = await owner.call(listCampaigns, { query });
    return [unconverted, has_old_rates];
  };
  const check = async () => {
    expect(await notes('spend')).toEqual([[{ amount: '5', currency: 'EUR' }], true]);
    expect(await notes('revenue')).toEqual([[], false]);
  };
  await check();
  await foldDeltas(server.db);
  await check();
  for (const rate of rates) await deleteRate(server.db, server.clock.now(), rate);
});

describe('a file of spend', () => {
  test('names campaigns by id, display id or name, and links by id, slug or name', async () => {
    const reel = await buildLink(owner, { projectId, campaignId: diwali.campaign_id }, { name: 'Reel' });
    const answer = await load([
      HEADER,
      `2026-03-01,${diwali.campaign_id.toUpperCase()},100.10,inr,`,
      '2026-03-02,DIWALI-26,200,,',
      '2026-03-03,Holi,0.000001,USD,',
      `2026-03-04,Diwali,1,,${reel.link_id}`,
      `2026-03-05,Diwali,2,,${reel.slug}`,
      '2026-03-06,Diwali,0,,Reel',
    ]);
    expect(answer).toEqual({
      imported: 6,
      total: [
        { amount: '303.1', currency: 'INR' },
        { amount: '0.000001', currency: 'USD' },
      ],
      problems: [],
    });
    expect(await rows()).toEqual([
      '2026-03-06 Diwali Reel 0 INR',
      '2026-03-05 Diwali Reel 2 INR',
      '2026-03-04 Diwali Reel 1 INR',
      '2026-03-03 Holi - 0.000001 USD',
      '2026-03-02 Diwali - 200 INR',
      '2026-03-01 Diwali - 100.1 INR',
    ]);
    expect((await list()).items[0]).toMatchObject({
      campaign_id: diwali.campaign_id,
      link_id: reel.link_id,
      source: 'file',
    });
    expect((await list()).items[5]).toMatchObject({ link_id: null, link_name: null });
  });

  test('replaces what stood for its days, whatever the currency, and nothing else', async () => {
    await load([HEADER, '2026-03-01,Diwali,1,INR,', '2026-03-01,Holi,2,INR,', '2026-03-02,Diwali,3,INR,']);
    const line = {
      project_id: projectId,
      local_date: '2026-03-01',
      campaign_id: diwali.campaign_id,
      link_id: NO_ID,
    };
    await server.db
      .insertInto('spend_days')
      .values({ ...line, source: 'META', currency: 'INR', amount: '9', updated_at: server.clock.now() })
      .execute();
    await load([HEADER, '2026-03-01,Diwali,5,USD,', '2026-03-01,Diwali,6,EUR,']);
    await load([HEADER, '2026-03-02,Diwali,4,INR,']);
    await load([HEADER, '2026-03-02,Diwali,4,INR,']);
    expect((await rows()).sort()).toEqual([
      '2026-03-01 Diwali - 5 USD',
      '2026-03-01 Diwali - 6 EUR',
      '2026-03-01 Diwali - 9 INR',
      '2026-03-01 Holi - 2 INR',
      '2026-03-02 Diwali - 4 INR',
    ]);
  });

  test('is taken as a whole or not at all, and every wrong line is reported', async () => {
    await buildCampaign(owner, projectId, { name: 'Twin' });
    await buildCampaign(owner, projectId, { name: 'Twin' });
    const elsewhere = await buildProject(server, { owner });
    const foreign = await buildCampaign(owner, elsewhere.projectId, { name: 'Foreign' });
    const ofHoli = await buildLink(owner, { projectId, campaignId: holi.campaign_id }, { name: 'Banner' });
    const lines = [
      HEADER,
      '2026-03-01,Diwali,1,INR,',
      '2026-02-30,Diwali,1,INR,',
      '2026-03-01,Twin,1,INR,',
      '2026-03-01,diwali,1,INR,',
      `2026-03-01,${foreign.campaign_id},1,INR,`,
      '2026-03-01,,1,INR,',
      '2026-03-02,Diwali,-1,INR,',
      '2026-03-02,Diwali,"1,5",INR,',
      '2026-03-02,Diwali,1.0000001,INR,',
      '2026-03-02,Diwali,,INR,',
      '2026-03-02,Diwali,1,rupees,',
      `2026-03-02,Diwali,1,INR,${ofHoli.link_id}`,
      '2026-03-01,diwali-26,7,INR,',
    ];
    const amount = 'amount is not a number of 0 or more with at most 6 places';
    const refused = {
      imported: 0,
      total: [],
      problems: [
        { line: 3, reason: 'date is not a date' },
        { line: 4, reason: 'campaign is the name of several: give its id' },
        { line: 5, reason: 'campaign is not known' },
        { line: 6, reason: 'campaign is not known' },
        { line: 7, reason: 'campaign is missing' },
        { line: 8, reason: amount },
        { line: 9, reason: amount },
        { line: 10, reason: amount },
        { line: 11, reason: amount },
        { line: 12, reason: 'currency is not a currency code of ISO 4217' },
        { line: 13, reason: 'link is not known' },
        { line: 14, reason: 'says the same day of the same as line 2' },
      ],
    };
    expect(await load(lines)).toEqual(refused);
    expect(await load(lines, { dry_run: true })).toEqual(refused);
    expect(await rows()).toEqual([]);
  });

  test('can be tried first: the answer is the same, and nothing happens', async () => {
    const lines = ['campaign,date,amount', 'Diwali,2026-03-01,10'];
    const tried = await load(lines, { dry_run: true });
    expect(tried).toEqual({ imported: 1, total: [{ amount: '10', currency: 'INR' }], problems: [] });
    expect(await rows()).toEqual([]);
    expect(await load(lines)).toEqual(tried);
    expect(await rows()).toEqual(['2026-03-01 Diwali - 10 INR']);
    const { items } = await owner.call(listAuditLog, {
      query: { project_id: projectId, action: 'spend.imported' },
    });
    expect(items).toMatchObject([
      {
        target: '2026-03-01 to 2026-03-01',
        after: { lines: 1, total: '10 INR' },
        actor: { email: owner.email },
      },
    ]);
  });

  test.each([
    { csv: 'date,campaign\n2026-03-01,Diwali', reason: 'the column amount is missing' },
    { csv: 'date,campaign,amount\n"x', reason: expect.stringContaining('quotes') },
  ])('that cannot be read is refused by line: $csv', async ({ csv, reason }) => {
    expect(await load([csv])).toMatchObject({ imported: 0, problems: [{ reason }] });
  });

  test('may name archived campaigns, and text that cannot be stored is only unknown', async () => {
    await server.db
      .updateTable('campaigns')
      .set({ archived_at: server.clock.now() })
      .where('project_id', '=', projectId)
      .where('id', '=', diwali.campaign_id)
      .execute();
    expect(await load([HEADER, '2026-03-01,Diwali,1,,'])).toMatchObject({ imported: 1 });
    expect(await load([HEADER, '2026-03-01,Diw\u0000ali,1,,\ud800'])).toMatchObject({
      problems: [{ line: 2, reason: 'campaign is not known' }],
    });
  });

  test.each(['viewer', 'guest'] as const)('is not taken from a %s', async (role) => {
    const by = await buildMember(server, projectId, role);
    await expect(load([HEADER, '2026-03-01,Diwali,1,,'], { by })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const range = { from: '2026-03-01', to: '2026-03-02' };
    await expect(remove(by, range)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('is not taken from strangers or nobody', async () => {
    const stranger = await buildPerson(server);
    const nobody = { ...stranger, call: server.callAs(null) };
    const lines = [HEADER, '2026-03-01,Diwali,1,,'];
    await expect(load(lines, { by: stranger })).rejects.toMatchObject({ code: 'not_found' });
    await expect(load(lines, { by: nobody })).rejects.toMatchObject({ code: 'not_signed_in' });
    await expect(list(stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(list(nobody)).rejects.toMatchObject({ code: 'not_signed_in' });
  });
});

describe('the list of spend', () => {
  test('is of the last 30 days in the zone of the project unless days are asked for', async () => {
    // It is the 10th of March in India.
    await load([
      HEADER,
      '2026-02-08,Holi,1,,',
      '2026-02-09,Holi,2,,',
      '2026-03-10,Holi,3,,',
      '2026-03-11,Holi,4,,',
    ]);
    expect(await rows()).toEqual(['2026-03-10 Holi - 3 INR', '2026-02-09 Holi - 2 INR']);
    expect(await rows(owner, { from: '2026-03-11', to: '2026-03-11' })).toEqual(['2026-03-11 Holi - 4 INR']);
  });

  test('comes page by page, none missing and none twice', async () => {
    const days = ['2026-03-01', '2026-03-02', '2026-03-03'];
    await load([
      HEADER,
      ...days.flatMap((day) =>
        ['Diwali', 'Holi'].flatMap((name) => [`${day},${name},1,INR,`, `${day},${name},2,USD,`]),
      ),
    ]);
    const whole = await rows();
    expect(whole).toHaveLength(12);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 5, ...(cursor ? { cursor } : {}) };
      seen.push(...(await rows(owner, query)));
      cursor = (await list(owner, query)).next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(whole);
  });

  test('of an earlier release has pages behind a row in a currency outside ISO 4217', async () => {
    await load([HEADER, '2026-03-01,Holi,1,EUR,', '2026-03-01,Holi,2,INR,']);
    await server.db
      .updateTable('spend_days')
      .set({ currency: 'BTC' })
      .where('project_id', '=', projectId)
      .where('currency', '=', 'EUR')
      .execute();
    const { items, next_cursor } = await list(owner, { limit: 1 });
    expect(items[0]?.money.currency).toBe('BTC');
    expect(await rows(owner, { cursor: next_cursor ?? '' })).toEqual(['2026-03-01 Holi - 2 INR']);
  });

  test('is narrowed to networks and campaigns', async () => {
    await load([HEADER, '2026-03-01,Diwali,1,,', '2026-03-01,Holi,2,,']);
    expect(await rows(owner, { networks: 'META,TIKTOK' })).toEqual(['2026-03-01 Diwali - 1 INR']);
    expect(await rows(owner, { campaigns: holi.campaign_id })).toEqual(['2026-03-01 Holi - 2 INR']);
  });

  test('has for a guest the campaigns that are shared with them, and no other even if asked for', async () => {
    await load([HEADER, '2026-03-01,Diwali,1,,', '2026-03-01,Holi,2,,']);
    const guest = await buildGuest([holi.campaign_id]);
    expect(await rows(guest)).toEqual(['2026-03-01 Holi - 2 INR']);
    expect(await rows(guest, { campaigns: diwali.campaign_id })).toEqual([]);
    expect(await rows(await buildGuest([]))).toEqual([]);
  });

  test.each([
    { cursor: 'x' },
    { cursor: cursorOf('2020-02-30', NO_ID, NO_ID, 'file', 'INR') },
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2020-01-01', to: '2026-03-01' },
    { limit: 501 },
    { campaigns: 'x' },
  ])('refuses %j', async (query) => {
    await expect(list(owner, query)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('spend that is taken away', () => {
  beforeEach(async () => {
    await load([HEADER, '2026-03-01,Diwali,1,,', '2026-03-01,Holi,2,,', '2026-03-02,Holi,3,,']);
  });

  test('is that of the days, of one campaign or of all, and of files only', async () => {
    const line = {
      project_id: projectId,
      local_date: '2026-03-01',
      campaign_id: diwali.campaign_id,
      link_id: NO_ID,
    };
    await server.db
      .insertInto('spend_days')
      .values({ ...line, source: 'META', currency: 'INR', amount: '9', updated_at: server.clock.now() })
      .execute();
    const days = { from: '2026-03-01', to: '2026-03-01' };
    expect(await remove(owner, { ...days, campaign_id: holi.campaign_id })).toEqual({ deleted: 1 });
    expect(await remove(owner, { ...days, campaign_id: holi.campaign_id })).toEqual({ deleted: 0 });
    server.clock.advance(1000);
    expect(await remove(owner, { from: '2026-03-01', to: '2026-03-31' })).toEqual({ deleted: 2 });
    expect(await rows()).toEqual(['2026-03-01 Diwali - 9 INR']);
    const { items } = await owner.call(listAuditLog, {
      query: { project_id: projectId, action: 'spend.deleted' },
    });
    expect(items).toMatchObject([
      { before: { campaign: null, rows: 2 } },
      { before: { campaign: 'Holi', rows: 1 } },
    ]);
  });

  test('is never that of another project', async () => {
    const other = await buildProject(server, { owner });
    const query = { project_id: other.projectId, from: '2026-03-01', to: '2026-03-31' };
    expect(await owner.call(deleteSpend, { query })).toEqual({ deleted: 0 });
    await expect(
      owner.call(deleteSpend, { query: { ...query, campaign_id: holi.campaign_id } }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await rows()).toHaveLength(3);
  });

  test.each([{ to: '2026-03-01' }, { from: '2026-03-01' }, { from: '2026-03-02', to: '2026-03-01' }])(
    'needs both days, in order: %j',
    async (days) => {
      await expect(remove(owner, days as { from: string; to: string })).rejects.toMatchObject({
        code: 'validation_failed',
      });
    },
  );
});
