import { updateCampaign } from '@trailmark/contract/campaigns';
import type { SkanSchema } from '@trailmark/contract/skan-bases';
import { getSkanPostback, listSkanPostbacks } from '@trailmark/contract/skan-postbacks';
import {
  exportSkanCsv,
  getSkanOverlap,
  getSkanReport,
  SKAN_DIMENSIONS,
  type SkanDimension,
  type SkanReport,
} from '@trailmark/contract/skan-report';
import { createRandom } from '@trailmark/sandbox/traffic/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestPerson } from '../../../testing/build.ts';
import {
  type CountedPostback,
  countRows,
  dayOf,
  decodeRows,
  keyOf,
  type ListedSchema,
  spreadRows,
} from '../../../testing/count-postbacks.ts';
import { type PlantedPostback, plantPostbacks, plantSchema } from '../../../testing/plant-postbacks.ts';
import {
  buildReportFixture,
  type ReportCampaign,
  type ReportFixture,
} from '../../../testing/report-fixture.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const META = 'v9wttpbfk9.skadnetwork';
const GOOGLE = 'cstr6suwn9.skadnetwork';
const OTHER = 'abc123.skadnetwork';

/** Two levels of a trial and two buckets of money: fine = trial + 2 × bucket. */
const SCHEMA: SkanSchema = {
  bases: [
    { type: 'event', event: 'trial' },
    { type: 'revenue', currency: 'INR', bounds: ['1', '10'], expected: ['4.5', '20.25'], from: 'given' },
  ],
  install_value: 0,
  lock_first_window: 'never',
  values_used: 6,
};
/** The same values mean something else. */
const LATER: SkanSchema = { ...SCHEMA, bases: [{ type: 'event', event: 'order' }], values_used: 2 };

let server: TestServer;
let fixture: ReportFixture;
let diwali: ReportCampaign;
let holi: ReportCampaign;
let onam: ReportCampaign;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-20T09:00:00Z'));
  fixture = await buildReportFixture(server);
  [diwali, holi, onam] = [
    await fixture.campaign('Diwali'),
    await fixture.campaign('Holi'),
    await fixture.campaign('Onam', 'GOOGLE'),
  ];
  await setIds(diwali, ['5239', '7']);
  await setIds(holi, ['5139']);
  await setIds(onam, ['5239']);
});

async function setIds(campaign: ReportCampaign, skan_ids: string[]): Promise<void> {
  const one = { project_id: fixture.projectId, campaign_id: campaign.id };
  await fixture.owner.call(updateCampaign, { body: { ...one, skan_ids } });
}

type Query = Partial<
  Record<'from' | 'to' | 'networks' | 'campaigns' | 'countries' | 'windows' | 'conversion_types', string>
> & { day_basis?: 'received' | 'install'; breakdown?: SkanDimension };
const report = (query: Query = {}, by: TestPerson = fixture.owner) =>
  by.call(getSkanReport, {
    query: { project_id: fixture.projectId, from: '2026-03-01', to: '2026-03-20', ...query },
  });
const keys = async (query: Query, by?: TestPerson) =>
  (await report(query, by)).rows.map(({ key, installs, postbacks }) => [key, installs, postbacks]);

/** Postbacks that differ in everything that a report distinguishes. */
async function plant(): Promise<void> {
  await plantPostbacks(server, fixture.projectId, [
    { at: '2026-03-10T06:00:00Z', fine_value: 3, country: 'IN', source_app_id: 9 },
    { at: '2026-03-10T06:10:00Z', fine_value: 0 },
    { at: '2026-03-10T20:00:00Z', source_identifier: '39' },
    { at: '2026-03-11T06:00:00Z', source_identifier: '39', coarse_value: 'high', interaction: 'view' },
    { at: '2026-03-11T06:10:00Z', source_identifier: '39', sequence: 1, coarse_value: 'medium' },
    { at: '2026-03-11T07:00:00Z', source_identifier: '5139', conversion_type: 'redownload', fine_value: 5 },
    { at: '2026-03-11T08:00:00Z', did_win: false, source_identifier: '5139' },
    {
      at: '2026-03-12T06:00:00Z',
      network_id: GOOGLE,
      fine_value: 1,
      framework: 'adattributionkit',
      version: null,
    },
    { at: '2026-03-12T07:00:00Z', network_id: OTHER, conversion_type: 're-engagement', fine_value: 63 },
    {
      at: '2026-03-13T06:00:00Z',
      version: '3.0',
      source_identifier: null,
      campaign_number: 7,
      did_win: null,
      fine_value: 2,
    },
    { at: '2026-03-13T07:00:00Z', fine_value: 1, not_counted: 'invalid' },
    { at: '2026-03-13T08:00:00Z', fine_value: 1, not_counted: 'replay' },
    { at: '2026-02-20T08:00:00Z', fine_value: 1 },
  ]);
  await plantSchema(server, fixture.projectId, { version: 1, at: '2026-01-01T00:00:00Z', schema: SCHEMA });
}

describe('the report', () => {
  test('says which campaign postbacks are of, and which they may be of', async () => {
    await plant();
    const { rows } = await report();
    expect(
      rows.map(({ campaigns, installs, postbacks }) => [
        campaigns.map(({ name }) => name),
        installs,
        postbacks,
      ]),
    ).toEqual([
      [['Diwali'], 3, 3],
      [['Diwali', 'Holi'], 2, 3],
      [['Onam'], 1, 1],
      [['Holi'], 0, 2],
      [[], 0, 1],
    ]);
    await sql`insert into skan_settings (project_id, digits_kept) values (${fixture.projectId}, 'first')`.execute(
      server.db,
    );
    expect((await keys({ breakdown: 'campaign' })).find(([key]) => key === 'none')).toEqual(['none', 2, 4]);
    expect(await keys({ campaigns: `${diwali.id},${onam.id}` })).toEqual([
      [diwali.id, 3, 3],
      [onam.id, 1, 1],
    ]);
    expect(await keys({ networks: 'GOOGLE,abc123.skadnetwork', breakdown: 'network' })).toEqual([
      ['GOOGLE', 1, 1],
      ['abc123.skadnetwork', 0, 1],
    ]);
  });

  test('has tiers, fine and coarse values, and what they mean', async () => {
    await plant();
    const { tiers, without_tier, fine, coarse, events, total, undecoded, schema_versions } = await report();
    expect(tiers).toEqual([1, 1, 4, 1]);
    expect(without_tier).toBe(1);
    expect(fine.flatMap((count, value) => (count ? [[value, count]] : []))).toEqual(
      [0, 1, 2, 3, 5, 63].map((value) => [value, 1]),
    );
    expect(coarse[0]).toEqual({ low: 0, medium: 0, high: 1, fine: 5, none: 1 });
    expect(coarse[1]).toEqual({ low: 0, medium: 1, high: 0, fine: 0, none: 0 });
    // The trial: 1, 3 and 5 had it, 0 and 2 had not, and the coarse value of the first window does not say.
    expect(events).toEqual([
      { window: 0, name: 'trial', low: 3, expected: 3.6, high: 4 },
      { window: 1, name: 'trial', low: 1, expected: 1, high: 1 },
    ]);
    expect(undecoded).toBe(1);
    expect(schema_versions).toEqual([1]);
    // Values 3 and 2 are in the first bucket, 5 and the coarse one (which may be in either) reach the open one.
    expect(total.revenue).toMatchObject({ low: '13', high: null, open: 2 });
  });

  test('decodes by the version that was active when the install was', async () => {
    const { projectId } = fixture;
    await plantSchema(server, projectId, { version: 1, at: '2026-01-01T00:00:00Z', schema: SCHEMA });
    await plantSchema(server, projectId, { version: 2, at: '2026-03-09T00:00:00Z', schema: LATER });
    await plantPostbacks(server, projectId, [
      // Three and a half days before, the first version was active; and the second.
      { at: '2026-03-12T11:59:00Z', fine_value: 1 },
      { at: '2026-03-12T12:01:00Z', fine_value: 1 },
      { at: '2026-03-19T11:59:00Z', sequence: 1, coarse_value: 'high', source_identifier: '39' },
      { at: '2025-12-30T00:00:00Z', fine_value: 1 },
    ]);
    const { events, schema_versions } = await report();
    expect(events.map(({ window, name, low }) => [window, name, low])).toEqual([
      [0, 'order', 1],
      [0, 'trial', 1],
      [1, 'trial', 0],
    ]);
    expect(schema_versions).toEqual([1, 2]);
    const before = await report({ from: '2025-12-01', to: '2025-12-31' });
    expect(before).toMatchObject({ events: [], undecoded: 1, schema_versions: [], total: { revenue: null } });
  });

  test('decodes values of installs from before the first activation that were in a window then', async () => {
    const { projectId } = fixture;
    await plantSchema(server, projectId, { version: 1, at: '2026-03-09T00:00:00Z', schema: SCHEMA });
    await plantSchema(server, projectId, { version: 2, at: '2026-03-16T00:00:00Z', schema: LATER });
    await plantPostbacks(server, projectId, [
      // Their windows ended a minute before the first activation, and after it.
      { at: '2026-03-10T11:59:00Z', fine_value: 1 },
      { at: '2026-03-10T12:01:00Z', fine_value: 1 },
      { at: '2026-03-12T11:59:00Z', sequence: 1, coarse_value: 'medium' },
      { at: '2026-03-12T12:01:00Z', sequence: 2, coarse_value: 'medium' },
      // Early versions have no windows.
      { at: '2026-03-10T20:00:00Z', version: '3.0', fine_value: 1 },
      // After the second activation an install is still of the first.
      { at: '2026-03-19T11:59:00Z', fine_value: 1 },
    ]);
    const { events, undecoded, schema_versions } = await report();
    expect(events.map(({ window, name, low }) => [window, name, low])).toEqual([
      [0, 'trial', 2],
      [2, 'trial', 1],
    ]);
    expect([undecoded, schema_versions]).toEqual([3, [1]]);
  });

  test('has days of arrival in the project’s zone, or days on which installs probably were', async () => {
    await plant();
    const installed = ({ days }: Awaited<ReturnType<typeof report>>) =>
      days.flatMap(({ date, installs }) => (installs ? [[date, installs]] : []));
    expect(installed(await report())).toEqual([
      ['2026-03-10', 2],
      ['2026-03-11', 2],
      ['2026-03-12', 1],
      ['2026-03-13', 1],
    ]);
    const probable = await report({ day_basis: 'install' });
    expect(installed(probable)).toEqual([
      ['2026-03-06', 2],
      ['2026-03-07', 2],
      ['2026-03-08', 1],
      ['2026-03-11', 1],
    ]);
    // The second window of an install ends a week after it: that one was in February.
    expect(probable.total.postbacks).toBe(9);
  });
});

/** All that an install can do under the two schemas. */
const LISTED: ListedSchema[] = [
  {
    since: new Date('2026-02-18T07:00:00Z'),
    version: 1,
    events: ['trial'],
    buckets: [
      { from: 0, worth: 0 },
      { from: 1, worth: 4.5 },
      { from: 10, worth: 20.25 },
    ],
    possible: [0, 1, 2].flatMap((bucket) =>
      [0, 1].map((trial) => ({
        events: { trial },
        bucket,
        fine: trial + 2 * bucket,
        coarse: bucket > 0 ? 'high' : trial > 0 ? 'medium' : 'low',
      })),
    ),
  },
  {
    since: new Date('2026-03-02T07:00:00Z'),
    version: 2,
    events: ['order'],
    buckets: [],
    possible: [0, 1].map((order) => ({
      events: { order },
      bucket: 0,
      fine: order,
      coarse: order > 0 ? 'high' : 'low',
    })),
  },
];

const SEED = Number(process.env.SKAN_SEED ?? Math.floor(Math.random() * 1e9));

/** A postback that differs from others in anything, as Apple sends it or as it should not. */
function anyPostback(pick: <Value>(values: readonly Value[]) => Value): PlantedPostback {
  const minutes = pick(Array.from({ length: 60 * 24 * 4 }, (_, n) => n * 15));
  const at = new Date(Date.parse('2026-02-08T18:30:00Z') + minutes * 60_000).toISOString();
  const version = pick(['2.2', '3.0', '4.0', '4.0', '4.0', null]);
  const isOld = version === '2.2' || version === '3.0';
  const sequence = isOld ? 0 : pick([0, 0, 0, 1, 2]);
  const digits = pick(['5239', '5139', '4039', '239', '139', '39', '40', '07']);
  const value = pick(['fine', 'coarse', 'none'] as const);
  const not_counted = pick(['invalid', 'replay', undefined, undefined, undefined, undefined] as const);
  return {
    at,
    version,
    framework: version === null ? 'adattributionkit' : 'skadnetwork',
    network_id: pick([META, META, GOOGLE, OTHER]),
    sequence,
    source_identifier: isOld ? null : digits,
    ...(isOld ? { campaign_number: pick([7, 8]) } : {}),
    conversion_type: pick(['download', 'download', 'redownload', 're-engagement'] as const),
    interaction: pick(['view', 'click'] as const),
    did_win: pick([true, true, true, null, false]),
    ...(pick([true, false]) ? { country: pick(['IN', 'AE']) } : {}),
    ...(pick([true, false, false]) ? { source_app_id: 9 } : {}),
    ...(value === 'fine' && sequence === 0 ? { fine_value: pick([0, 1, 2, 3, 4, 5, 6, 63]) } : {}),
    ...(value === 'coarse' && !isOld ? { coarse_value: pick(['low', 'medium', 'high'] as const) } : {}),
    ...(not_counted ? { not_counted } : {}),
  };
}

describe(`random postbacks (SKAN_SEED=${SEED})`, () => {
  const networkOf = ({ network_id }: CountedPostback) =>
    network_id === META ? 'META' : network_id === GOOGLE ? 'GOOGLE' : (network_id ?? '');

  /** By the ids of the campaigns above. */
  function campaignKey(row: CountedPostback): string {
    const ids: [ReportCampaign, string, string][] = [
      [diwali, META, '5239'],
      [diwali, META, '#7'],
      [holi, META, '5139'],
      [onam, GOOGLE, '5239'],
    ];
    const sent = row.source_identifier ?? `#${row.campaign_number}`;
    const fitting = ids.filter(([, network, id]) => row.network_id === network && id.endsWith(sent));
    const names = [...new Set(fitting.map(([{ id }]) => id))].sort();
    return names.join('+') || 'none';
  }

  function grouped(rows: readonly CountedPostback[], keyOfRow: (row: CountedPostback) => string) {
    const groups = new Map<string, CountedPostback[]>();
    for (const row of rows) groups.set(keyOfRow(row), [...(groups.get(keyOfRow(row)) ?? []), row]);
    return groups;
  }

  /** The counts of every row of a breakdown. */
  function expectRows(answer: SkanReport, rows: readonly CountedPostback[]) {
    const { breakdown, day_basis } = answer;
    const groups = grouped(rows, (row) => {
      if (breakdown === 'campaign') return campaignKey(row);
      return breakdown === 'day' ? dayOf(row, day_basis) : keyOf(row, breakdown, networkOf(row));
    });
    const nameOf = ({ key, campaigns }: SkanReport['rows'][number]) => {
      const ids = campaigns.map(({ campaign_id }) => campaign_id).sort();
      return breakdown === 'campaign' ? ids.join('+') || 'none' : key;
    };
    const found = new Map(answer.rows.map((row) => [nameOf(row), row]));
    expect([...found.keys()].sort()).toEqual([...groups.keys()].sort());
    for (const [key, own] of groups) expect(found.get(key)).toMatchObject(countRows(own));
  }

  /** Sums of decimals, where a loop adds up floating point numbers. */
  const closeTo = (value: number | null) => (value === null ? null : expect.closeTo(value, 6));

  function expectDecoded({ total, ...answer }: SkanReport, rows: readonly CountedPostback[]) {
    const { revenue, events, ...decoded } = decodeRows(rows, LISTED);
    expect(answer).toMatchObject(decoded);
    const inOrder = <One extends { window: number; name: string }>(list: readonly One[]) =>
      [...list].sort((one, other) => one.window - other.window || (one.name < other.name ? -1 : 1));
    expect(inOrder(answer.events)).toEqual(
      inOrder(events).map((event) => ({ ...event, expected: closeTo(event.expected) })),
    );
    const said = total.revenue;
    const high = said?.high == null ? null : Number(said.high);
    expect(said && { ...said, low: Number(said.low), expected: Number(said.expected), high }).toEqual(
      revenue && { ...revenue, expected: closeTo(revenue.expected) },
    );
  }

  test('are what a loop over raw rows finds, by every dimension, on both kinds of days', async () => {
    const random = createRandom(String(SEED));
    const { projectId } = fixture;
    await plantPostbacks(
      server,
      projectId,
      Array.from({ length: 500 }, () => anyPostback((values) => random.pick(values))),
    );
    for (const [at, { since, version }] of LISTED.entries()) {
      const schema = at === 0 ? SCHEMA : LATER;
      await plantSchema(server, projectId, { version, at: since.toISOString(), schema });
    }
    const { rows: raw } = await sql<CountedPostback>`select * from skan_postbacks
      where project_id = ${projectId} and counted`.execute(server.db);
    const [from, to] = ['2026-02-20', '2026-03-12'];
    for (const day_basis of ['received', 'install'] as const) {
      const rows = raw.filter((row) => dayOf(row, day_basis) >= from && dayOf(row, day_basis) <= to);
      for (const breakdown of SKAN_DIMENSIONS) {
        const answer = await report({ from, to, day_basis, breakdown });
        expect(answer.total).toMatchObject(countRows(rows));
        expectRows(answer, rows);
      }
      const answer = await report({ from, to, day_basis });
      expect(answer).toMatchObject(spreadRows(rows));
      expectDecoded(answer, rows);
    }
  });
});

describe('spend', () => {
  test('is that of campaigns that carry ids, where rows are of campaigns, networks or days', async () => {
    await plant();
    const other = await fixture.campaign('No ids');
    await fixture.spend(diwali, '2026-03-10', '30');
    await fixture.spend(holi, '2026-03-11', '12');
    await fixture.spend(other, '2026-03-11', '500');
    const byCampaign = await report();
    expect(byCampaign.total).toMatchObject({ spend: '42', cpi: '7' });
    expect(byCampaign.rows.map(({ spend }) => spend)).toEqual(['30', null, '0', '12', null]);
    const [first] = byCampaign.rows;
    expect(first?.roas).toBeCloseTo(Number(first?.revenue?.expected) / 30, 9);
    const { rows } = await report({ breakdown: 'network' });
    expect(rows.map(({ key, spend }) => [key, spend])).toEqual([
      ['META', '42'],
      ['GOOGLE', '0'],
      ['abc123.skadnetwork', null],
    ]);
    expect((await report({ breakdown: 'day' })).rows.map(({ spend }) => spend)).toEqual([
      '30',
      '12',
      '0',
      '0',
    ]);
    expect((await report({ windows: '0' })).total.spend).toBeNull();
    expect((await report({ breakdown: 'country' })).rows.every(({ spend }) => spend === null)).toBe(true);
  });
});

describe('a guest', () => {
  test('sees postbacks that are certainly of a shared campaign, and no other', async () => {
    await plant();
    await fixture.spend(holi, '2026-03-11', '12');
    const guest = await fixture.guest(diwali);
    const seen = await report({}, guest);
    expect(seen.rows.map(({ campaigns }) => campaigns.map(({ name }) => name))).toEqual([['Diwali']]);
    expect(seen.total).toMatchObject({ installs: 3, postbacks: 3, spend: '0' });
    expect(await keys({ breakdown: 'source_identifier_2' }, guest)).toEqual([
      ['META/39', 2, 2],
      ['META/#7', 1, 1],
    ]);
    expect(await keys({ campaigns: holi.id }, guest)).toEqual([]);
    expect((await report({}, await fixture.guest())).total.postbacks).toBe(0);
  });

  test('has these in the list too, and finds no other', async () => {
    await plant();
    const guest = await fixture.guest(diwali);
    const query = { project_id: fixture.projectId };
    const listed = async (by: TestPerson) => (await by.call(listSkanPostbacks, { query })).items;
    const [all, own] = [await listed(fixture.owner), await listed(guest)];
    expect(all).toHaveLength(13);
    // One of them is of February.
    expect(own.map((row) => [row.source_identifier, row.campaign_number, row.counted])).toEqual([
      [null, 7, true],
      ...[1, 2, 3].map(() => ['5239', null, true]),
    ]);
    const ids = own.map(({ postback_id }) => postback_id);
    for (const { postback_id } of all) {
      const found = guest.call(getSkanPostback, { params: { postback_id }, query });
      if (ids.includes(postback_id)) expect((await found).raw).toBe('{}');
      else await expect(found).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await listed(await fixture.guest())).toEqual([]);
  });
});

describe('CSV', () => {
  const download = async (breakdown: SkanDimension, more: Record<string, string> = {}) => {
    const range = { project_id: fixture.projectId, from: '2026-03-01', to: '2026-03-20' };
    const query = new URLSearchParams({ ...range, breakdown, ...more });
    const answer = await fetch(`${server.url}/api${exportSkanCsv.path}?${query}`, {
      headers: { authorization: `Bearer ${fixture.owner.token}` },
    });
    return (await answer.text()).trim().split('\r\n');
  };

  test('has the rows of the breakdown', async () => {
    await plant();
    const lines = await download('source_identifier', { networks: 'META' });
    expect(lines[0]).toMatch(/^Network,Source identifier,Campaign,Campaign ID,Resolved,SKAN installs,/);
    expect(lines).toContainEqual(expect.stringMatching(/^META,39,Diwali or Holi,\S+ \S+,ambiguous,2,0,0,3,/));
    expect(lines).toContainEqual(expect.stringMatching(/^META,#7,Diwali,\S+,yes,1,/));
    expect((await download('campaign')).at(-1)).toMatch(/^,,unknown,0,0,1,1,0,0,/);
  });
});

describe('user-level and SKAN installs together', () => {
  test('are counted side by side, with what is probably in both', async () => {
    await plant();
    server.clock.set(new Date('2026-03-06T09:00:00Z'));
    const open = async (by: ReportCampaign | null, att_status: string) => {
      const phone = fixture.device({ platform: 'IOS' });
      if (by) await phone.click(by.slug, phone.idQuery);
      server.clock.advance(60_000);
      await phone.init({ att_status, idfa: phone.advertisingId });
    };
    await open(diwali, 'authorized');
    await open(diwali, 'authorized');
    await open(onam, 'authorized');
    await open(onam, 'authorized');
    await open(null, 'denied');
    const query = { project_id: fixture.projectId, from: '2026-03-01', to: '2026-03-20' };
    const { networks, total, other_user_installs } = await fixture.owner.call(getSkanOverlap, { query });
    expect(networks).toEqual([
      {
        network: 'META',
        skan_installs: 5,
        user_installs: 2,
        consented: 2,
        in_both: 2,
        most_in_both: 2,
        together: 5,
      },
      {
        network: 'GOOGLE',
        skan_installs: 1,
        user_installs: 2,
        consented: 2,
        in_both: 1,
        most_in_both: 1,
        together: 2,
      },
    ]);
    expect(total).toEqual({
      skan_installs: 6,
      user_installs: 4,
      consented: 4,
      in_both: 3,
      most_in_both: 3,
      together: 7,
    });
    expect(other_user_installs).toBe(1);
  });
});
