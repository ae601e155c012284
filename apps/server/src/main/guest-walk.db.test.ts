import { randomUUID } from 'node:crypto';
import { CAMPAIGN_GROUPS } from '@trailmark/contract/campaign-report';
import {
  createExport,
  createExportDownload,
  createTableDownload,
  EXPORT_FORMATS,
  EXPORT_KINDS,
} from '@trailmark/contract/exports';
import { METRICS } from '@trailmark/contract/metrics';
import { NETWORKS } from '@trailmark/contract/networks';
import { addCampaignMember } from '@trailmark/contract/sharing';
import { COUNTERS } from '@trailmark/core/metrics/counters';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { appendDeltaRows } from '../rollups/deltas.ts';
import { foldDeltas } from '../rollups/fold.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  type FixtureCampaign,
} from '../testing/attribution-fixture.ts';
import { buildLink, buildMember, type TestPerson } from '../testing/build.ts';
import type { TestDevice } from '../testing/device.ts';
import { IS_FULL } from '../testing/full-length.ts';
import {
  ask,
  type FieldValues,
  isForGuests,
  mountedNamingFields,
  mountedReadingRoutes,
  type WalkedAnswer,
  walkReading,
} from '../testing/guest-walk.ts';
import { watchLive } from '../testing/live-stream.ts';
import { plantSpend } from '../testing/plant-counts.ts';
import { plantPostbacks } from '../testing/plant-postbacks.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const NOW = new Date('2026-03-20T10:00:00Z');
const ago = (ms: number) => later(NOW, -ms);

/** A campaign with everything by which it could be recognised. */
interface CampaignFixture extends FixtureCampaign {
  displayId: string;
  /** Words and numbers that occur in its data only. */
  secrets: string[];
}

let server: TestServer;
let fixture: AttributionFixture;
let guest: TestPerson;
let own: CampaignFixture;
let hidden: CampaignFixture[];
/** Devices by their attribution. */
let phones: Record<'own' | 'hidden' | 'moved' | 'contested' | 'shared' | 'organic', TestDevice>;

async function buildCampaignFixture(given: {
  word: string;
  network: 'GOOGLE' | 'TIKTOK' | 'JIO_COUPONS';
}): Promise<CampaignFixture> {
  const { word, network } = given;
  const displayId = `display-${word}`;
  const made = await fixture.campaign({
    name: `Name ${word}`,
    network,
    display_id: displayId,
    tags: [`tag-${word}`],
    deep_link: `kite://${word}`,
  });
  await server.db
    .updateTable('links')
    .set({ name: `Link ${word}`, ad_set: `Set ${word}`, creative: `Creative ${word}` })
    .where('project_id', '=', fixture.projectId)
    .where('id', '=', made.linkId)
    .execute();
  // The word is in every name, and in what its people send.
  return { ...made, displayId, secrets: [word, made.id, made.linkId, made.slug, network] };
}

async function installBy(
  by: FixtureCampaign | null,
  at: Date,
  phone = fixture.device(),
): Promise<TestDevice> {
  if (by) {
    server.clock.set(later(at, -HOUR_MS));
    await phone.view(by.slug, phone.idQuery);
    server.clock.set(later(at, -14 * MINUTE_MS));
    await phone.click(by.slug, phone.idQuery);
  }
  server.clock.set(at);
  await phone.init();
  return phone;
}

async function act(phone: TestDevice, word: string, money: { amount: number; currency: string }) {
  await phone.call('trigger', {
    user_data: { id: `user-${word}`, name: `Person ${word}`, email: `${word}@example.com` },
    data: {},
  });
  await phone.event(`event_${word}`, { event_data: { [`property_${word}`]: word } });
  await phone.call('capture-payment', {
    ...money,
    user_id: `user-${word}`,
    payment_id: `payment-${word}-${money.amount}`,
    type: 'ONE_TIME',
    status: 'PAYMENT_COMPLETED',
  });
}

async function openedBy(phone: TestDevice, by: FixtureCampaign, at: Date) {
  server.clock.set(later(at, -5 * SECOND_MS));
  const token = await phone.clickToken(by.slug);
  server.clock.set(at);
  await phone.deeplink(`kite://offer?tm_click=${token}`);
}

/** No number of the guest's own campaign comes near these. */
const FIRST_NUMBER = 7_000_123;
const STEP = 10_007;

/** Counts and spend of a campaign that nothing else has, on a day of every report. */
async function plantNumbers(campaign: CampaignFixture, position: number): Promise<void> {
  const metrics = Object.keys(COUNTERS);
  const deltas = metrics.map((metric, n) => ({
    local_date: '2026-03-18',
    cohort_date: ['installs', 'reinstalls', 'active', 'payments', 'refunds'].includes(metric)
      ? '2026-03-17'
      : null,
    campaign_id: campaign.id,
    link_id: campaign.linkId,
    network: campaign.network,
    country: 'IN',
    platform: 'android',
    metric,
    event_name: ['events', 'first_events'].includes(metric) ? `event_${campaign.secrets[0]}` : '',
    currency: ['payments', 'refunds'].includes(metric) ? 'INR' : '',
    count: FIRST_NUMBER + (position * metrics.length + n) * STEP,
    day_number: null,
    amount: ['payments', 'refunds'].includes(metric) ? `${FIRST_NUMBER + n * STEP}.37` : '0',
  }));
  await appendDeltaRows(server.db, fixture.projectId, deltas);
  await plantSpend(server, fixture.projectId, [
    {
      date: `2026-03-${17 - position}`,
      campaignId: campaign.id,
      money: [String(FIRST_NUMBER + position), 'INR'],
      link: campaign.linkId,
    },
  ]);
}

/** A postback that is of a campaign without doubt. */
async function plantPostbackOf({ id, secrets: [word] }: CampaignFixture) {
  const network_id = `${word}.skadnetwork`;
  await server.db
    .updateTable('campaigns')
    .set({ skan_network_id: network_id, skan_ids: ['5239'] })
    .where('project_id', '=', fixture.projectId)
    .where('id', '=', id)
    .execute();
  await plantPostback(network_id, `${word}`);
}

const postbackIds: string[] = [];

async function plantPostback(network_id: string, word: string) {
  const names = { network_id, network_campaign_name: word, raw: JSON.stringify({ word }) };
  const made = await plantPostbacks(server, fixture.projectId, [
    { at: '2026-03-18T10:00:00Z', fine_value: 1, ...names },
    { at: '2026-03-18T10:00:00Z', not_counted: 'invalid', ...names },
  ]);
  postbackIds.push(...made);
}

/** What the guest may know, and the device about which campaigns competed. */
async function buildOwnTraffic() {
  const ownPhone = await installBy(own, ago(3 * DAY_MS));
  await act(ownPhone, 'ownword', { amount: 12.5, currency: 'INR' });
  const contested = fixture.device();
  server.clock.set(ago(2 * DAY_MS + HOUR_MS));
  for (const other of hidden) await contested.click(other.slug, contested.idQuery);
  await installBy(own, ago(2 * DAY_MS), contested);
  const moved = await installBy(own, ago(12 * DAY_MS));
  await openedBy(moved, hidden[0]!, ago(DAY_MS));
  // Somebody who will sign up elsewhere: here only an id of theirs is known.
  const shared = await installBy(own, ago(4 * DAY_MS));
  await shared.call('set-user-data', { user_data: { id: 'user-shared' } });
  await shared.event('event_ownword');
  await plantPostbackOf(own);
  phones = { own: ownPhone, contested, moved, shared, hidden: fixture.device(), organic: fixture.device() };
}

/** People and devices of the guest's campaign, as far as another campaign is credited with them. */
async function buildMixedPeople() {
  const [word] = hidden[0]!.secrets;
  // A second device of a person: it belongs to the other campaign, and so does the sign-up on it.
  const second = await installBy(hidden[0]!, ago(2 * DAY_MS));
  const profile = { name: `Shared ${word}`, email: `shared-${word}@example.com`, phone: `+91 ${word}` };
  await second.call('trigger', { user_data: { id: 'user-shared', ...profile }, data: {} });
  // A device that went on to the other campaign, by which somebody then signs up.
  server.clock.set(ago(HOUR_MS));
  await phones.moved.init({ system_version: 'aftermoving' }, { app_version: 'aftermoving' });
  await act(phones.moved, 'aftermoving', { amount: 9_100_001, currency: 'INR' });
}

/** What the guest may not know: of other campaigns, of none, in a currency without a rate. */
async function buildOtherTraffic() {
  for (const [n, other] of hidden.entries()) {
    const phone = n === 0 ? phones.hidden : fixture.device();
    await installBy(other, ago(3 * DAY_MS + n * HOUR_MS), phone);
    await act(phone, other.secrets[0]!, { amount: 8_000_000 + n, currency: n === 0 ? 'JPY' : 'INR' });
  }
  await installBy(null, ago(2 * DAY_MS), phones.organic);
  await act(phones.organic, 'organicword', { amount: 9_000_001, currency: 'INR' });
  // Of the same person who also came by the guest's campaign.
  await phones.hidden.call('set-user-data', { user_data: { id: 'user-ownword' } });
  await buildMixedPeople();
  for (const other of hidden) await plantPostbackOf(other);
  await plantPostback('organicword.skadnetwork', 'organicword');
  for (const [n, other] of hidden.entries()) {
    await plantNumbers(other, n);
    // One of them is folded, the other is not yet.
    if (n === 0) while ((await foldDeltas(server.db)) > 0);
  }
}

function fieldValues(): FieldValues {
  const [first, second] = hidden as [CampaignFixture, CampaignFixture];
  const installs = Object.values(phones).map(({ installId }) => installId);
  const words = hidden.map(({ secrets }) => secrets[0]!);
  const events = ['event_ownword', ...words.map((word) => `event_${word}`), 'event_aftermoving'];
  const metrics = Object.keys(METRICS);
  const all = [...metrics, ...events.map((name) => `event:${name}`)].join('|');
  return {
    project_id: [fixture.projectId],
    campaign_id: [own.id, first.id, second.id],
    link_id: [own.linkId, first.linkId],
    ad_set: [own, first].map(({ secrets: [word] }) => `Set ${word}`),
    creative: [own, first].map(({ secrets: [word] }) => `Creative ${word}`),
    install_id: installs,
    user_id: [
      ...['user-ownword', ...words.map((word) => `user-${word}`), 'user-organicword'],
      ...['user-shared', 'user-aftermoving'],
    ],
    device_identifier: installs,
    display_id: [own.displayId, first.displayId],
    day: ['2026-03-18'],
    from: ['2026-03-01', '2026-03-18'],
    to: ['2026-03-19'],
    networks: [`GOOGLE,${first.network}`, 'ORGANIC'],
    campaigns: [`${own.id},${first.id}`, `${first.id},${second.id}`],
    countries: ['IN'],
    platforms: ['android,ios'],
    network: [...NETWORKS, 'ownword.skadnetwork', `${words[0]}.skadnetwork`],
    postback_id: postbackIds.slice(0, 2),
    counted: ['true', 'false'],
    windows: ['0,1'],
    conversion_types: ['download,redownload'],
    frameworks: ['skadnetwork'],
    search: [
      ...['Name', first.displayId, `${words[0]}@`, `user-${words[1]}`, 'ownword', 'user-shared'],
      ...[`shared-${words[0]}@`, `Shared ${words[0]}`, 'user-aftermoving', 'aftermoving@', 'Person after'],
    ],
    tag: [`tag-${words[0]}`],
    columns: [all],
    metrics: [all],
    metric: [...metrics.filter((key) => METRICS[key]?.rows), ...events.map((name) => `event:${name}`)],
    having: ['installs:gte:0', 'clicks:gt:1000'],
    sort: ['name', 'clicks', 'revenue', 'spend'],
    event: events,
    except: events,
    hour: ['9'],
    property: words.map((word) => `property_${word}`),
    distinct: ['true'],
    days: ['7'],
    suspicious: ['true', 'false'],
    kinds: ['click,view', 'install,open,event,signup,payment,refund'],
    of: [phones.own.installId, phones.hidden.installId, 'user-shared', 'user-aftermoving'],
    limit: ['200'],
    cursor: [],
    revision: [1, 2],
    steps: [['$open', '$signup'], events.slice(0, 2)],
    within_hours: [720],
    compare: ['previous', 'weekdays', 'none', '2026-03-01'],
    platform: ['android'],
    in_app: [false],
    export_id: [fixture.projectId],
    report_id: [fixture.projectId],
    rule_id: [fixture.projectId],
    ticket: ['x'.repeat(43)],
    id: [fixture.projectId],
    domain: ['example.com'],
    host: [],
    size: ['256'],
    currency: ['USD'],
    deleted: ['false'],
    return_to: ['/overview'],
    code: ['c', 'HOLI-1'],
    state: ['s'],
    iss: ['i'],
    error: ['e'],
    connection_id: [fixture.projectId],
    network_account_id: [fixture.projectId],
    ad_network_id: [fixture.projectId],
    network_campaign_id: ['1'],
    ad_account_id: ['301'],
    account_id: [fixture.projectId],
    pool_id: [fixture.projectId],
    network_key: ['jio-000000000000000000000000'],
    delivery_id: [`${fixture.projectId}.${fixture.projectId}`],
    event_id: [fixture.projectId],
    person: installs,
    tool: ['mixpanel'],
  };
}

/** Every link is answered with the macros of every network: they tell nothing of the campaigns that there are. */
const TEMPLATES = /"templates":\[[^\]]*\]/g;

/** Words, ids and numbers of the other campaigns in an answer, except those that the request itself names. */
function leaksIn(answer: string, request = ''): string[] {
  const text = answer.replaceAll(TEMPLATES, '');
  const words = [...hidden.flatMap(({ secrets }) => secrets), 'organicword', 'aftermoving', 'JPY'];
  const numbers = text.match(/(?<![\w.-])\d{7,}(?:\.\d+)?(?![\w-])/g) ?? [];
  const has = (where: string, word: string) => where.toLowerCase().includes(word.toLowerCase());
  return [
    ...words.filter((word) => has(text, word) && !has(request, word)),
    ...numbers.filter((number) => Number(number) >= FIRST_NUMBER / 2),
  ];
}

const walk = (by: TestPerson, isEnough?: (answer: WalkedAnswer) => boolean) =>
  walkReading(server, by.token, {
    values: fieldValues(),
    firstItem: 'event_ownword',
    ...(isEnough && { isEnough }),
  });

let before: WalkedAnswer[];
let after: WalkedAnswer[];
/** A view that everybody may open, of a campaign that not everybody sees. */
async function plantViewOf({ id, secrets: [word] }: CampaignFixture): Promise<void> {
  const times = { created_at: NOW, updated_at: NOW };
  await server.db
    .insertInto('saved_views')
    .values({
      project_id: fixture.projectId,
      view_id: randomUUID(),
      owner_id: fixture.owner.userId,
      name: `View ${word}`,
      screen: '/overview',
      query: JSON.stringify({ campaign: id }),
      shared: true,
      ...times,
    })
    .execute();
}

/** What is kept of names: the guest's own are archived too, with tags that name other campaigns. */
async function plantAdParts(): Promise<void> {
  const words = hidden.map(({ secrets: [word] }) => word);
  const tagged = ['ownword', ...words].flatMap((word) => [
    { kind: 'creative', name: `Creative ${word}` },
    { kind: 'ad_set', name: `Set ${word}` },
  ]);
  const tags = words.map((word) => `tag-${word}`);
  const kept = { project_id: fixture.projectId, tags, archived_at: ago(DAY_MS), updated_at: NOW };
  await server.db
    .insertInto('ad_parts')
    .values(tagged.map((part) => ({ ...kept, ...part })))
    .execute();
}

beforeAll(async () => {
  server = await startTestServer();
  server.clock.set(ago(20 * DAY_MS));
  fixture = await buildAttributionFixture(server);
  own = await buildCampaignFixture({ word: 'ownword', network: 'GOOGLE' });
  hidden = [
    await buildCampaignFixture({ word: 'zirconqx', network: 'TIKTOK' }),
    await buildCampaignFixture({ word: 'quetzalvk', network: 'JIO_COUPONS' }),
  ];
  await buildOwnTraffic();
  server.clock.set(NOW);
  guest = await fixture.guestOf(own);
  before = await walk(guest);
  await buildOtherTraffic();
  for (const campaign of hidden) await plantViewOf(campaign);
  await plantAdParts();
  server.clock.set(NOW);
  after = await walk(guest);
}, 600_000);
afterAll(() => server.stop());

describe('a guest with one campaign of three', () => {
  test('is answered by every route that guests may call, with every input it can answer', () => {
    const routes = mountedReadingRoutes(server);
    expect(routes.length).toBeGreaterThan(30);
    const silent = routes.filter(isForGuests).filter((route) => {
      const name = `${route.method} ${route.path}`;
      return !after.some((answer) => answer.route === name && answer.status === 200);
    });
    expect(silent.map(({ path }) => path)).toEqual([]);
    expect(after.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test('finds no id, name, or number of the others in any answer', () => {
    const found = [...before, ...after].flatMap(({ route, request, text }) => {
      const leaks = leaksIn(text, request);
      return leaks.length > 0 ? [{ route, request, leaks }] : [];
    });
    expect(found).toEqual([]);
  });

  test('cannot infer from any answer whether anything happened to the others', () => {
    const changed = after.filter((answer, at) => answer.text !== before[at]?.text);
    expect(changed.map(({ route, request }) => [route, request])).toEqual([]);
  });

  test('receives nothing of the others live', async () => {
    const stream = await watchLive(server.url, guest.token, { project_id: fixture.projectId });
    await stream.item(({ name }) => name === 'event_ownword');
    await act(phones.hidden, hidden[0]!.secrets[0]!, { amount: 8_000_777, currency: 'INR' });
    await phones.hidden.click(hidden[1]!.slug);
    await phones.own.event('event_ownlast');
    await stream.item(({ name }) => name === 'event_ownlast');
    stream.leave();
    expect(leaksIn(stream.text())).toEqual([]);
  });

  const RANGE = { from: '2026-03-01', to: '2026-03-20' };
  const fetchAddress = async (url: string) => {
    const response = await fetch(new URL(url, server.url));
    expect(response.status).toBe(200);
    return await response.arrayBuffer();
  };

  test.each(EXPORT_KINDS.flatMap((kind) => EXPORT_FORMATS.map((format) => [kind, format] as const)))(
    'exports %s as %s without the others',
    async (kind, format) => {
      const project_id = fixture.projectId;
      const { export_id } = await guest.call(createExport, { body: { project_id, kind, format, ...RANGE } });
      await server.runJobs();
      const { url } = await guest.call(createExportDownload, { body: { project_id, export_id } });
      const file = await fetchAddress(url);
      const text =
        format === 'csv'
          ? Buffer.from(file).toString('utf8')
          : JSON.stringify(await parquetReadObjects({ file }), (_, value) =>
              typeof value === 'bigint' ? Number(value) : value,
            );
      expect(text).toContain(own.id);
      expect(leaksIn(text)).toEqual([]);
    },
  );

  test.each(CAMPAIGN_GROUPS)('downloads the table by %s without the others', async (group_by) => {
    const columns = Object.keys(METRICS).join('|');
    const query = { group_by, columns, filter: 'ALL', ...RANGE };
    const body = { project_id: fixture.projectId, query };
    const { url } = await guest.call(createTableDownload, { body });
    const text = Buffer.from(await fetchAddress(url)).toString('utf8');
    expect(text.split('\r\n').length).toBeGreaterThan(2);
    expect(leaksIn(text)).toEqual([]);
  });
});

test('a guest who may edit is answered alike whether a name is taken or free', async () => {
  const editor = await buildMember(server, fixture.projectId, 'guest');
  const share = { project_id: fixture.projectId, campaign_id: own.id, email: editor.email };
  await fixture.owner.call(addCampaignMember, { body: { ...share, access: 'edit' } });
  const [other] = hidden as [CampaignFixture];
  const { link_id: linkId } = await buildLink(fixture.owner, {
    projectId: fixture.projectId,
    campaignId: own.id,
  });
  const named = { project_id: fixture.projectId, campaign_id: own.id, link_id: linkId, name: 'Name' };
  const taken = [other.displayId, other.displayId.toUpperCase(), other.slug, other.slug.toLowerCase()];
  const tried: string[] = [];
  for (const { route, field } of mountedNamingFields(server)) {
    const answerTo = async (name: string) => {
      const { status, text } = await ask(server, editor.token, {
        route,
        fields: { ...named, [field]: name },
      });
      return status < 400 ? String(status) : `${status} ${text}`;
    };
    const answers = [await answerTo('free-name'), ...(await Promise.all(taken.map(answerTo)))];
    expect(new Set(answers).size, `${route.path} ${field}: ${answers}`).toBe(1);
    tried.push(field);
  }
  expect(tried).toEqual(expect.arrayContaining(['slug', 'display_id']));
});

/** Routes for guests whose answers have no campaign data: settings and their own exports. */
const WITHOUT_CAMPAIGNS = [
  'GET /project/dashboard-preference',
  'GET /project/dashboard-preference/campaign-table-columns',
  'GET /project/exports',
  'GET /project/scheduled-reports',
  'GET /project/scheduled-reports/mails',
];

test('the walk would see a forgotten scope in every one of these routes: without one, each leaks the others', async () => {
  const viewer = await buildMember(server, fixture.projectId, 'viewer');
  const keyOf = ({ route, request }: WalkedAnswer) => `${route} ${request}`;
  const ofGuest = new Map(after.map((answer) => [keyOf(answer), answer.text]));
  const leaks = (answer: WalkedAnswer) =>
    leaksIn(answer.text, answer.request).length > 0 || answer.text !== ofGuest.get(keyOf(answer));
  const leaking = (await walk(viewer, IS_FULL ? undefined : leaks)).filter(leaks);
  const names = new Set(leaking.map(({ route }) => route));
  const expected = mountedReadingRoutes(server)
    .filter(isForGuests)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !WITHOUT_CAMPAIGNS.includes(name));
  expect(expected.filter((name) => !names.has(name))).toEqual([]);
}, 300_000);
