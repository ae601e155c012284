import { randomInt, randomUUID } from 'node:crypto';
import { Agent, request as send } from 'node:http';
import { createAlert } from '@trailmark/contract/alerts';
import { syncTool } from '@trailmark/contract/analytics-tools';
import { addDomain } from '@trailmark/contract/domains';
import { ERROR_STATUS, type ErrorCode, type Refusal } from '@trailmark/contract/errors';
import { createEventMap } from '@trailmark/contract/event-maps';
import { createExport } from '@trailmark/contract/exports';
import { createGoogleAdsSettings } from '@trailmark/contract/google-ads';
import { generatePrivateKey, getProjectToken, importToken } from '@trailmark/contract/keys';
import { updateMetaSettings } from '@trailmark/contract/meta';
import type { Route } from '@trailmark/contract/route';
import { ROUTES } from '@trailmark/contract/routes';
import { createView } from '@trailmark/contract/saved-views';
import { createScheduledReport } from '@trailmark/contract/scheduled-reports';
import { createSdkCredential } from '@trailmark/contract/sdk-credentials';
import { createStoreListing } from '@trailmark/contract/store-listings';
import { updateTiktokSettings } from '@trailmark/contract/tiktok';
import { whitelistHost } from '@trailmark/contract/web-sdk';
import { updateWebhook } from '@trailmark/contract/webhooks';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openSession } from '../access/session.ts';
import { validate } from '../http/mount.ts';
import { AppError } from '../platform/app-error.ts';
import { DAY_MS, later } from '../platform/clock.ts';
import { newId, newToken } from '../platform/ids.ts';
import { hashToken } from '../platform/secrets.ts';
import { freshIp } from '../testing/browser.ts';
import {
  buildCampaign,
  buildLink,
  buildMember,
  buildPerson,
  buildProject,
  type TestPerson,
} from '../testing/build.ts';
import { buildNetwork, buildPool } from '../testing/coupon-fixture.ts';
import { receiverEnv } from '../testing/delivery-fixture.ts';
import { buildDevice } from '../testing/device.ts';
import { hostileValues } from '../testing/hostile-values.ts';
import { startReceiver, type TestReceiver } from '../testing/receiver.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** The same shots in every run; FUZZ_SEED=random makes others, and with the number that is printed they come again. */
const GIVEN_SEED = process.env.FUZZ_SEED ?? '4711';
const SEED = GIVEN_SEED === 'random' ? randomInt(2 ** 31) : Number(GIVEN_SEED);
/** FUZZ_SHOTS=all sends every shot over HTTP; else what the schema of the route refuses or takes is sampled. */
const SENDS_ALL = process.env.FUZZ_SHOTS === 'all';
const SHOTS_AS_OWNER = 40;
const SHOTS_AS_NOBODY = 15;
/** Hostile values of another kind than the field's. */
const OTHER_VALUES = 5;
/** Shots of a sample, for each route; of strangers, and where the next shot may need a new scenario, fewer. */
const FEW = { owner: 4, spending: 1, nobody: 2 };
/**
 * Of the shots that the schema of a route refuses, that it takes, that fail before it is asked, that spoil a field
 * which is read before it, in the same way for all routes, and that an app sends, whose plain calls are read without the
 * schema: one in so many.
 */
const SAMPLE = { refused: 40, taken: 8, unread: 12, early: 12, app: 4 };
/** Of what is hard to store and yet taken every second is sent: only PostgreSQL knows what it says to it. */
const HARD_SAMPLE = { refused: 120, taken: 2, unread: 40, early: 20, app: 8 };

type Fields = Record<string, unknown>;
interface Input {
  params?: Record<string, string>;
  query?: Fields;
  body?: Fields;
  /** The status of the answer to the valid input; 200 by default. */
  status?: number;
}

let server: TestServer;
let operator: TestPerson;
/** Shots that fly at the same time. */
const AT_ONCE = 8;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
let receiver: TestReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
  // Nobody answers there: names are looked up nowhere. Tools and webhooks are a receiver on this machine.
  const outside = { DNS_SERVERS: '127.0.0.1:9', ...receiverEnv(receiver) };
  server = await startTestServer({ env: { ...outside, OPERATOR_EMAILS: 'operator@example.com' } });
  operator = await buildPerson(server, { email: 'operator@example.com' });
});
afterAll(async () => {
  agent.destroy();
  await server.stop();
  await receiver.stop();
});

/** A day of history that an import takes, whenever this runs. */
const importAt = () =>
  `${later(server.clock.now(), -400 * DAY_MS)
    .toISOString()
    .slice(0, 10)}T00:00:00Z`;
const CPI_CONDITION = {
  kind: 'cpi_above',
  each: 'network',
  threshold: '40',
  days: 7,
  includes_today: false,
  min_installs: 10,
  min_spend: '0',
  network: 'META',
  campaign_id: null,
};
const STORE_URL = 'https://apps.apple.com/app/id42';

interface OwnedProject {
  owner: TestPerson;
  projectId: string;
}

async function buildMarketing({ owner, projectId }: OwnedProject) {
  const { campaign_id: campaignId, display_id: displayId } = await buildCampaign(owner, projectId);
  const creative = 'Lamps';
  const { link_id: linkId } = await buildLink(owner, { projectId, campaignId }, { creative });
  const sharedEmail = `shared-${projectId}@example.com`;
  const shared = { email: sharedEmail, access: 'see', shared_at: server.clock.now() };
  await server.db
    .insertInto('campaign_members')
    .values({ project_id: projectId, campaign_id: campaignId, ...shared })
    .execute();
  return { campaignId, displayId, linkId, creative, sharedEmail };
}

async function buildInstall({ owner, projectId }: OwnedProject) {
  const sdkToken = (await owner.call(getProjectToken, { query: { project_id: projectId } })).token;
  const installId = 'an-install';
  await buildDevice(server, sdkToken, { installId }).init();
  return { sdkToken, installId };
}

/** The first of two sessions: who ends it goes on with the other. */
async function buildSession({ owner: { userId } }: OwnedProject) {
  const client = { ip: '127.0.0.1', userAgent: null };
  await openSession(server.db, server.clock.now(), { userId, method: 'local', client });
  const { id } = await server.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('method')
    .executeTakeFirstOrThrow();
  return { sessionId: id };
}

async function buildInvite({ projectId }: OwnedProject) {
  const now = server.clock.now();
  const [inviteId, inviteToken] = [newId(now), newToken()];
  const invited = { project_id: projectId, role: 'viewer', created_at: now, sent_at: now };
  const secret = { token_hash: hashToken(inviteToken), expires_at: later(now, DAY_MS) };
  await server.db
    .insertInto('project_invites')
    .values({ id: inviteId, email: `${inviteId}@example.com`, ...invited, ...secret })
    .execute();
  return { inviteId, inviteToken };
}

/** A link by which somebody can sign in. */
async function buildSignIn() {
  const now = server.clock.now();
  const [{ email }, linkToken] = [await buildPerson(server), newToken()];
  const signInLink = { email, purpose: 'sign_in', created_at: now, expires_at: later(now, DAY_MS) };
  await server.db
    .insertInto('magic_links')
    .values({ id: newId(now), token_hash: hashToken(linkToken), ...signInLink })
    .execute();
  return { linkToken };
}

async function letOperatorIn({ projectId }: OwnedProject) {
  const operating = { user_id: operator.userId, role: 'admin', joined_at: server.clock.now() };
  await server.db
    .insertInto('project_members')
    .values({ project_id: projectId, ...operating })
    .execute();
  return { operatorToken: operator.token };
}

const appOf = (projectId: string) => ({ project_id: projectId, platform: 'IOS' }) as const;

/** Everything that a valid request may have to name. */
const GOOGLE_CLIENT = {
  client_id: '700112233445-x.apps.googleusercontent.com',
  client_secret: 'GOCSPX-a-secret',
  dev_token: 'a-dev-token',
  app_analytics_provider_id: '7001',
};

const PARTS = {
  marketing: buildMarketing,
  install: buildInstall,
  session: buildSession,
  invite: buildInvite,
  signIn: buildSignIn,
  operator: letOperatorIn,
  member: async ({ projectId }: OwnedProject) => ({ member: await buildMember(server, projectId, 'viewer') }),
  listing: async ({ owner, projectId }: OwnedProject) => {
    const body = { ...appOf(projectId), name: 'App', url: STORE_URL };
    return { listingId: (await owner.call(createStoreListing, { body })).id };
  },
  credential: async ({ owner, projectId }: OwnedProject) => {
    const { credential } = await owner.call(createSdkCredential, { body: appOf(projectId) });
    return { credentialId: credential.id };
  },
  importedToken: async ({ owner, projectId }: OwnedProject) => {
    const body = { project_id: projectId, token: `lr_${newToken()}` };
    return { importedToken: (await owner.call(importToken, { body })).token };
  },
  webHost: async ({ owner, projectId }: OwnedProject) => {
    const params = { project_id: projectId };
    const { token_id } = await owner.call(whitelistHost, { params, body: { host: 'kite.example' } });
    return { webTokenId: token_id };
  },
  domain: async ({ owner, projectId }: OwnedProject) => {
    const body = { project_id: projectId, host: `d-${projectId}.example.com` };
    return { domainId: (await owner.call(addDomain, { body })).id };
  },
  export: async ({ owner, projectId }: OwnedProject) => {
    const body = { project_id: projectId, kind: 'events', format: 'csv' } as const;
    return { exportId: (await owner.call(createExport, { body })).export_id };
  },
  webhook: async ({ owner, projectId }: OwnedProject) => {
    const body = { project_id: projectId, url: `${receiver.url}/hook` };
    return { webhookId: (await owner.call(updateWebhook, { body })).webhook?.webhook_id ?? '' };
  },
  tool: async ({ owner, projectId }: OwnedProject) => {
    const given = { settings: { region: 'eu' }, credentials: { project_token: 'a-token' } };
    const body = { project_id: projectId, action: 'connect', ...given } as const;
    const { connection } = await owner.call(syncTool, { params: { tool: 'mixpanel' }, body });
    return { connectionId: connection?.connection_id ?? '' };
  },
  network: async ({ owner, projectId }: OwnedProject) => {
    const app = { app_id: '1357924680135792', app_secret: '0f1e2d3c4b5a69788796a5b4c3d2e1f0' };
    await owner.call(updateMetaSettings, { body: { project_id: projectId, ...app } });
    const [networkAccountId, now] = [randomUUID(), server.clock.now()];
    const account = { external_id: '301', name: 'Kite', currency: 'INR', time_zone: 'Asia/Kolkata' };
    const sealed = server.kit.secrets.seal('networks', { capi_access_token: 'EAA-a-token' });
    await server.db
      .insertInto('network_accounts')
      .values({
        project_id: projectId,
        ad_network_id: networkAccountId,
        kind: 'META',
        status: 'active',
        ...account,
        settings: { dataset_id: '880011' },
        credential_hints: {},
        sealed_credentials: sealed,
        imported_at: now,
        updated_at: now,
      })
      .execute();
    const ours = { project_id: projectId, kind: 'META', ad_account_id: '301' };
    await server.db
      .insertInto('network_imports')
      .values({ ...ours, state: 'waiting', next_at: now })
      .execute();
    await server.db
      .insertInto('network_ads')
      .values({
        ...ours,
        network_campaign_id: '1',
        network_ad_set_id: '2',
        network_ad_id: '3',
        name: 'Video',
        first_seen_at: now,
        updated_at: now,
      })
      .execute();
    const pixelId = randomUUID();
    const tiktokApp = { app_id: '7301122334455667788', app_secret: 'ab'.repeat(20) };
    await owner.call(updateTiktokSettings, { body: { project_id: projectId, ...tiktokApp } });
    await server.db
      .insertInto('network_accounts')
      .values({
        project_id: projectId,
        ad_network_id: pixelId,
        kind: 'TIKTOK',
        status: 'active',
        ...account,
        external_id: '701/C01',
        settings: {},
        credential_hints: {},
        imported_at: now,
        updated_at: now,
      })
      .execute();
    const googleAccountId = randomUUID();
    await owner.call(createGoogleAdsSettings, { body: { project_id: projectId, ...GOOGLE_CLIENT } });
    await server.db
      .insertInto('network_accounts')
      .values({
        project_id: projectId,
        ad_network_id: googleAccountId,
        kind: 'GOOGLE',
        status: 'active',
        ...account,
        external_id: '5550002221',
        settings: {},
        credential_hints: {},
        imported_at: now,
        updated_at: now,
      })
      .execute();
    const map = { ad_network_id: networkAccountId, event: 'signup', network_event: 'CompleteRegistration' };
    const made = await owner.call(createEventMap, { params: { project_id: projectId }, body: map });
    return { networkAccountId, pixelId, googleAccountId, eventMapId: made.id };
  },
  coupons: async ({ owner, projectId }: OwnedProject) => {
    const own = { owner, projectId };
    const { id: couponNetworkId } = await buildNetwork(server, own);
    const { campaign_id: campaignId } = await buildCampaign(owner, projectId);
    const given = { networkId: couponNetworkId, campaignId, codes: ['HOLI-1'] };
    return { couponNetworkId, poolCampaignId: campaignId, poolId: await buildPool(own, given) };
  },
  view: async ({ owner, projectId }: OwnedProject) => {
    const body = { project_id: projectId, name: 'Daily', screen: '/overview', query: {} } as const;
    return { viewId: (await owner.call(createView, { body })).view_id };
  },
  report: async ({ owner, projectId }: OwnedProject) => {
    const body = { project_id: projectId, cadence: 'daily', hour: 8 } as const;
    return { reportId: (await owner.call(createScheduledReport, { body })).report_id };
  },
  alert: async ({ owner, projectId }: OwnedProject) => {
    const condition = { kind: 'connection_broken' } as const;
    const body = { project_id: projectId, name: 'Connections', condition };
    return { alertId: (await owner.call(createAlert, { body })).rule_id };
  },
  serverKey: async ({ owner, projectId }: OwnedProject) => {
    const made = await owner.call(generatePrivateKey, { body: { project_id: projectId } });
    return { serverKey: made.private_key };
  },
};

type Part = keyof typeof PARTS;
type Everything<Value> = (Value extends unknown ? (value: Value) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Scenario = OwnedProject & { name: string } & Everything<Awaited<ReturnType<(typeof PARTS)[Part]>>>;

/** The part that creates each name; names of no part are in every scenario. */
const PART_OF: Partial<Record<keyof Scenario, Part>> = {
  campaignId: 'marketing',
  displayId: 'marketing',
  linkId: 'marketing',
  creative: 'marketing',
  sharedEmail: 'marketing',
  sdkToken: 'install',
  installId: 'install',
  sessionId: 'session',
  inviteId: 'invite',
  inviteToken: 'invite',
  linkToken: 'signIn',
  operatorToken: 'operator',
  member: 'member',
  listingId: 'listing',
  credentialId: 'credential',
  domainId: 'domain',
  exportId: 'export',
  serverKey: 'serverKey',
  importedToken: 'importedToken',
  webTokenId: 'webHost',
  webhookId: 'webhook',
  connectionId: 'tool',
  networkAccountId: 'network',
  eventMapId: 'network',
  pixelId: 'network',
  googleAccountId: 'network',
  couponNetworkId: 'coupons',
  poolCampaignId: 'coupons',
  poolId: 'coupons',
  viewId: 'view',
  reportId: 'report',
  alertId: 'alert',
};

async function buildScenario(parts: Iterable<Part>): Promise<Scenario> {
  const { owner, project, projectId } = await buildProject(server);
  const built = await Promise.all([...parts].map((part) => PARTS[part]({ owner, projectId })));
  return Object.assign({ owner, name: project.name, projectId }, ...built) as Scenario;
}

/** The parts that a route needs, found by building a request to it. */
function partsFor(route: Route): Set<Part> {
  const parts = new Set<Part>();
  const watched = new Proxy({} as Scenario, {
    get: (_, name) => {
      const part = PART_OF[name as keyof Scenario];
      if (part) parts.add(part);
      return name;
    },
  });
  VALID[`${route.method} ${route.path}`]!(watched);
  keyFor(route, watched);
  return parts;
}

let named = 0;
/** A name that is not taken, so that one shot leaves room for the next. */
const freshName = () => {
  named += 1;
  return `holi-${named}`;
};

const campaignForm = (listingId: string): Fields => ({
  name: 'Holi',
  active: true,
  network: 'OTHER',
  network_name: 'Moj',
  display_id: freshName(),
  owned_media: true,
  skan_network_id: 'abc123.skadnetwork',
  skan_ids: ['5239'],
  desktop_redirect: 'https://example.com/a',
  ios_web_redirect: 'https://example.com/b',
  android_web_redirect: 'https://example.com/c',
  ios_store_listing_id: listingId,
  android_store_listing_id: null,
  deep_link: 'kite://a',
  deferred_deep_link: 'kite://b',
  utm: { source: 's' },
  passthrough: ['p'],
  windows: { click_hours: 24 },
  tags: ['t'],
  expires_at: '2031-01-01T00:00:00Z',
});

const app = ({ sdkToken }: Scenario, body: Fields): Input => ({
  body: { token: sdkToken, install_instance_id: 'i', platform: 'IOS', ...body },
});

/** The filters of every report. */
const filter = (projectId: string): Fields => ({
  project_id: projectId,
  from: '2025-01-01',
  to: '2025-01-31',
  compare: 'previous',
  networks: 'META,ORGANIC',
  campaigns: projectId,
  countries: 'IN',
  platforms: 'ios,android',
});
const skanFilter = (projectId: string): Fields => ({
  project_id: projectId,
  from: '2025-01-01',
  to: '2025-01-31',
  day_basis: 'install',
  networks: 'META',
  campaigns: projectId,
  countries: 'IN',
  windows: '0,2',
  breakdown: 'source_identifier_2',
  conversion_types: 'download',
  frameworks: 'skadnetwork,adattributionkit',
});
const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const PEOPLE_CURSOR = cursorOf('2025-01-04T00:00:00.000Z', 'an-id');
const ROWS_CURSOR = cursorOf('1736000000000000', '2025-01-04', '0123456789abcdef0123456789abcdef');

/** The credential of a route: a session, or a key of the project. */
function keyFor(route: Route, scenario: Scenario): string {
  if (OPERATORS.includes(`${route.method} ${route.path}`)) return scenario.operatorToken;
  return route.access.kind === 'private_key' ? scenario.serverKey : scenario.owner.token;
}

/** Calls that are up to the operators of the installation. */
const OPERATORS = ['PUT /rate', 'DELETE /rate', 'POST /rates/import', 'POST /project/credits'];
OPERATORS.push('DELETE /imported-token');

const COUPONS = '/project/integration/jio_coupons';
const WEB_SDK = '/project/:project_id/web-sdk';
const SKAN_BASES = [
  'signup',
  { type: 'funnel', steps: ['login'] },
  { type: 'engagement', event: 'open', counts: [2] },
  { type: 'retention', days: [1, 4] },
  { type: 'revenue', currency: 'USD', bounds: ['1', '4.99'] },
];

/** One valid request for every call that takes any input; mutations start from it. */
const VALID: Record<string, (scenario: Scenario) => Input> = {
  'GET /open/config': () => ({}),
  'GET /login/google': () => ({ query: { return_to: '/overview' }, status: 404 }),
  'GET /login/google/callback': () => ({ query: { code: 'c', state: 's', iss: 'i' }, status: 302 }),
  'POST /login/google/callback': () => ({ body: { code: newToken() }, status: 400 }),
  'POST /login/magic-link/send': ({ inviteId }) => ({
    body: { email: `${inviteId}@example.com`, return_to: '/overview?p_id=1' },
  }),
  'POST /login/magic-link/verify': ({ linkToken }) => ({ body: { token: linkToken, confirm: true } }),
  'GET /user/verify': () => ({}),
  'PUT /user': () => ({
    body: { first_name: 'A', last_name: 'B', company: 'C', role: 'analyst', analytics_opt_out: true },
  }),
  'GET /user/sessions': () => ({}),
  'DELETE /user/session': ({ sessionId }) => ({ query: { session_id: sessionId } }),
  'POST /logout': () => ({}),
  'GET /project': ({ projectId }) => ({ query: { project_id: projectId, deleted: 'false' } }),
  'POST /project': () => ({
    body: {
      name: 'New',
      platform: 'web',
      website: 'https://example.com/a',
      app_store_link: 'https://apps.example.com/a',
      play_store_link: 'https://play.example.com/a',
      currency: 'INR',
      timezone: 'Asia/Kolkata',
    },
  }),
  'PUT /project': ({ projectId }) => ({
    body: {
      project_id: projectId,
      name: 'Renamed',
      website: 'https://example.com/b',
      currency: 'USD',
      timezone: 'UTC',
      windows: { click_hours: 24 },
      network_windows: { META: { click_hours: 48 } },
      plausibility: { thresholds: { min_likeness: 80 }, levels: { anonymous_traffic: 'tag' } },
      retention_days: 90,
      meta_referrer_key: 'ab'.repeat(32),
    },
  }),
  'POST /project/what-if': ({ projectId }) => ({
    body: {
      project_id: projectId,
      windows: { click_hours: 24 },
      network_windows: { META: { click_hours: 48 } },
      plausibility: { levels: { anonymous_traffic: 'tag' } },
    },
  }),
  'POST /campaign/what-if': ({ projectId, campaignId }) => ({
    body: { project_id: projectId, campaign_id: campaignId, windows: { click_hours: 24 } },
  }),
  'DELETE /project': ({ projectId, name }) => ({ query: { project_id: projectId, confirm_name: name } }),
  'POST /project/restore': ({ projectId }) => ({ body: { project_id: projectId }, status: 409 }),
  'GET /project/timezones': () => ({}),
  'GET /project/members': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/invite': ({ projectId }) => ({
    body: { project_id: projectId, emails: ['a@example.com', 'b@example.com'], role: 'member' },
  }),
  'GET /project/invites': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/invite/resend': ({ projectId, inviteId }) => ({
    body: { project_id: projectId, invite_id: inviteId },
  }),
  'DELETE /project/invite': ({ projectId, inviteId }) => ({
    query: { project_id: projectId, invite_id: inviteId },
  }),
  'POST /project/invite/accept': ({ inviteToken }) => ({ body: { token: inviteToken, confirm: false } }),
  'DELETE /project/remove-member': ({ projectId, member }) => ({
    query: { project_id: projectId, user_id: member.userId },
  }),
  'PUT /project/role': ({ projectId, member }) => ({
    body: { project_id: projectId, user_id: member.userId, role: 'admin' },
  }),
  'GET /project/token': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/token': ({ projectId }) => ({ body: { project_id: projectId, token: `lr_${newToken()}` } }),
  'DELETE /project/token': ({ projectId, importedToken }) => ({
    query: { project_id: projectId, token: importedToken },
  }),
  'DELETE /imported-token': ({ importedToken }) => ({ query: { token: importedToken } }),
  'POST /project/generate-private-key': ({ projectId }) => ({
    body: { project_id: projectId, keep_old_hours: 1 },
  }),
  'GET /project/credits': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/credits': ({ projectId }) => ({ body: { project_id: projectId, pool: 100 } }),
  'GET /rates': () => ({ query: { currency: 'EUR', cursor: cursorOf('2026-01-01', 'EUR'), limit: '5' } }),
  'PUT /rate': () => ({ body: { date: '2026-01-01', currency: 'EUR', per_usd: '0.9' } }),
  'DELETE /rate': () => ({ query: { date: '2026-01-01', currency: 'EUR' } }),
  'POST /rates/import': () => ({
    body: { csv: 'date,currency,rate\n2026-01-01,EUR,0.9', base: 'USD' },
  }),
  'GET /project/spend': ({ projectId }) => ({
    query: {
      ...filter(projectId),
      limit: '5',
      cursor: cursorOf('2025-01-04', projectId, projectId, 'file', 'INR'),
    },
  }),
  'POST /project/spend/import': ({ projectId, displayId }) => ({
    body: { project_id: projectId, csv: `date,campaign,amount\n2026-01-01,${displayId},1`, dry_run: false },
  }),
  'DELETE /project/spend': ({ projectId, campaignId }) => ({
    query: { project_id: projectId, from: '2025-01-01', to: '2025-01-31', campaign_id: campaignId },
  }),
  'PUT /project/spend/source': ({ projectId, campaignId }) => ({
    body: { project_id: projectId, campaign_id: campaignId, spend_source: 'file' },
  }),
  'GET /project/network-imports': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/network-imports': ({ projectId, networkAccountId: _ }) => ({
    body: {
      project_id: projectId,
      kind: 'META',
      ad_account_id: '301',
      from: '2025-01-01',
      to: '2025-01-02',
    },
  }),
  'DELETE /project/network-imports': ({ projectId, networkAccountId: _ }) => ({
    query: { project_id: projectId, kind: 'META', ad_account_id: '301' },
  }),
  'GET /project/network-ads': ({ projectId }) => ({
    query: {
      project_id: projectId,
      kind: 'META',
      state: 'unmatched',
      network_campaign_id: '1',
      limit: '5',
      cursor: cursorOf('12.5', 'META/301/1//'),
    },
  }),
  'PUT /project/network-ads': ({ projectId, campaignId, linkId, networkAccountId: _ }) => ({
    body: {
      project_id: projectId,
      kind: 'META',
      ad_account_id: '301',
      network_campaign_id: '1',
      network_ad_set_id: '2',
      network_ad_id: '3',
      campaign_id: campaignId,
      link_id: linkId,
      ignored: false,
    },
  }),
  'GET /project/network-difference': ({ projectId, campaignId }) => ({
    query: {
      project_id: projectId,
      kind: 'META',
      from: '2025-01-01',
      to: '2025-01-31',
      campaign_id: campaignId,
    },
  }),
  'GET /project/network-difference/rows': ({ projectId, campaignId }) => ({
    query: {
      project_id: projectId,
      kind: 'META',
      from: '2025-01-01',
      to: '2025-01-31',
      limit: '5',
      campaign_id: campaignId,
      cause: 'zone',
      cursor: cursorOf('2025-01-02T03:04:05.000Z', 'an-install'),
    },
  }),
  'GET /project/exports': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/export': ({ projectId }) => ({
    body: { ...filter(projectId), kind: 'installs', format: 'parquet' },
  }),
  'DELETE /project/export': ({ projectId, exportId }) => ({
    query: { project_id: projectId, export_id: exportId },
  }),
  'POST /project/export/download': ({ projectId, exportId }) => ({
    body: { project_id: projectId, export_id: exportId },
    status: 409,
  }),
  'POST /campaign/export-csv': ({ projectId }) => ({
    body: {
      project_id: projectId,
      query: {
        columns: 'clicks|installs',
        search: 'a',
        from: '2025-01-01',
        to: '2025-01-31',
        sort: 'clicks',
        order: 'asc',
        having: 'clicks:gte:0',
        campaigns: projectId,
        countries: 'IN',
      },
    },
  }),
  'GET /download/:ticket': () => ({ params: { ticket: newToken() }, status: 404 }),
  'GET /project/data-usages': ({ projectId }) => ({
    query: { project_id: projectId, from: '2025-01-01', to: '2025-01-31' },
  }),
  'GET /project/dashboard-preference': ({ projectId }) => ({ query: { project_id: projectId } }),
  'PUT /project/dashboard-preference': ({ projectId }) => ({
    body: { project_id: projectId, preference: { range: 'week', shown: ['a'] } },
  }),
  'GET /project/dashboard-preference/campaign-table-columns': ({ projectId }) => ({
    query: { project_id: projectId },
  }),
  'PUT /project/dashboard-preference/campaign-table-columns': ({ projectId }) => ({
    body: { project_id: projectId, columns: ['installs', 'clicks'] },
  }),
  'GET /project/audit-log': ({ projectId }) => ({
    query: { project_id: projectId, action: 'project.created', limit: '10' },
  }),
  'POST /open/callback-form': () => ({
    body: { name: 'A', email: 'a@example.com', company: 'C', phone: '1', message: 'M' },
  }),
  'GET /domain': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /domain': ({ projectId }) => ({
    body: { project_id: projectId, host: `${freshName()}.example.com` },
  }),
  'DELETE /domain': ({ projectId, domainId }) => ({ query: { project_id: projectId, id: domainId } }),
  'GET /domain/status': ({ projectId, domainId }) => ({ query: { project_id: projectId, id: domainId } }),
  'POST /domain/verification-object': ({ projectId }) => ({
    body: {
      project_id: projectId,
      platform: 'IOS',
      ios_apps: [{ team_id: 'ABCDE12345', bundle_id: 'com.example.app', paths: ['/a/*'] }],
    },
  }),
  'GET /domain/verification-object': ({ projectId }) => ({ query: { project_id: projectId } }),
  'GET /domain/ask': () => ({ query: { domain: 'go.example.com' }, status: 404 }),
  'POST /campaign/preview-draft': ({ projectId }) => ({
    body: {
      project_id: projectId,
      draft: { desktop_redirect: 'https://example.com/a', deep_link: 'kite://a' },
      visitors: [{ platform: 'ios', in_app: true }],
    },
  }),
  'GET /campaign/permission': ({ projectId, campaignId }) => ({
    query: { project_id: projectId, campaign_id: campaignId },
  }),
  'GET /campaign/members': ({ projectId, campaignId }) => ({
    query: { project_id: projectId, campaign_id: campaignId },
  }),
  'POST /campaign/member': ({ projectId, campaignId }) => ({
    body: { project_id: projectId, campaign_id: campaignId, email: 'new@example.com', access: 'see' },
  }),
  'PUT /campaign/member': ({ projectId, campaignId, sharedEmail }) => ({
    body: { project_id: projectId, campaign_id: campaignId, email: sharedEmail, access: 'edit' },
  }),
  'DELETE /campaign/member': ({ projectId, campaignId, sharedEmail }) => ({
    query: { project_id: projectId, campaign_id: campaignId, email: sharedEmail },
  }),
  'GET /project/users': ({ projectId }) => ({
    query: {
      ...filter(projectId),
      search: 'asha',
      suspicious: 'true',
      limit: '5',
      cursor: PEOPLE_CURSOR,
    },
  }),
  'GET /project/users/count': ({ projectId }) => ({
    query: { ...filter(projectId), search: 'asha', suspicious: 'true' },
  }),
  'GET /project/event-people': ({ projectId }) => ({
    query: {
      ...filter(projectId),
      event: 'tap',
      except: 'leave',
      hour: '9',
      limit: '5',
      cursor: PEOPLE_CURSOR,
    },
  }),
  'GET /project/user': ({ projectId, installId }) => ({
    query: { project_id: projectId, install_id: installId },
  }),
  'GET /project/user/journey': ({ projectId, installId }) => ({
    query: { project_id: projectId, install_id: installId, limit: '5', cursor: PEOPLE_CURSOR },
  }),
  'POST /project/user/recompute': ({ projectId, installId }) => ({
    body: { project_id: projectId, install_id: installId, revision: 1 },
  }),
  'GET /project/live': ({ projectId, installId }) => ({
    query: { project_id: projectId, kinds: 'click,event', of: installId },
  }),
  'GET /project/stats': ({ projectId }) => ({
    query: { ...filter(projectId), metrics: 'installs|event:tap, twice|retention_d7' },
  }),
  'GET /project/skan/report': ({ projectId }) => ({ query: skanFilter(projectId) }),
  'GET /project/skan/report-csv': ({ projectId }) => ({ query: skanFilter(projectId) }),
  'GET /project/skan/overlap': ({ projectId }) => ({
    query: { project_id: projectId, from: '2025-01-01', to: '2025-01-31', day_basis: 'install' },
  }),
  'GET /project/hours': ({ projectId }) => ({
    query: { project_id: projectId, day: '2026-03-10', metric: 'installs' },
  }),
  'GET /project/explain-change': ({ projectId }) => ({
    query: { ...filter(projectId), compare: 'year', metric: 'cpi' },
  }),
  'GET /project/web-traffic': ({ projectId }) => ({ query: filter(projectId) }),
  'GET /project/events': ({ projectId }) => ({ query: { ...filter(projectId), distinct: 'true' } }),
  'GET /project/event-properties': ({ projectId }) => ({
    query: { ...filter(projectId), event: 'tap', property: 'colour' },
  }),
  'POST /project/funnel': ({ projectId }) => ({
    body: { ...filter(projectId), steps: ['$install', 'tap'], within_hours: 24 },
  }),
  'GET /project/funnel-example': ({ projectId }) => ({ query: filter(projectId) }),
  'GET /campaign/user-cohort': ({ projectId }) => ({
    query: {
      ...filter(projectId),
      metric: 'ltv',
      mode: 'rolling',
      span: 'week',
      group_by: 'campaign',
      days: '7',
    },
  }),
  'GET /project/rows': ({ projectId }) => ({
    query: { ...filter(projectId), metric: 'event:tap', limit: '5', cursor: ROWS_CURSOR },
  }),
  'POST /client/init': (scenario) => app(scenario, { device_data: { gaid: 'x' }, link: 'kite://a' }),
  'POST /client/trigger': (scenario) =>
    app(scenario, {
      user_data: { id: 'u' },
      time_since_app_install: 1,
      data: { device_data: { gaid: 'x' } },
      customer_created_at: '2026-01-05T08:00:00Z',
      is_first_time_customer: false,
    }),
  'POST /client/set-user-data': (scenario) =>
    app(scenario, { user_data: { id: 'u', email: 'a@example.com' } }),
  'POST /client/customer-user-id': (scenario) => app(scenario, { user_id: 'u' }),
  'POST /client/consent': (scenario) =>
    app(scenario, {
      event_id: 'c',
      occurred_at: '2025-01-01T00:00:00Z',
      sent_at: '2025-01-01T00:00:01Z',
      consent: {
        ad_user_data: 'granted',
        ad_personalization: 'denied',
        ad_storage: true,
        analytics_storage: '0',
        is_eea: '1',
        att_status: '3',
        gpc: false,
      },
    }),
  'POST /client/capture-event': (scenario) =>
    app(scenario, {
      event_name: 'a',
      event_data: { b: 1 },
      event_id: 'e',
      time_since_app_install: 1.5,
      user_id: 'u',
      device_data: { gaid: 'x', consent: { is_eea: '1' } },
    }),
  'POST /client/capture-payment': (scenario) =>
    app(scenario, {
      user_id: 'u',
      payment_id: 'p',
      amount: 1,
      currency: 'INR',
      type: 'ONE_TIME',
      status: 'PAYMENT_COMPLETED',
      event_data: {},
      time_since_app_install: 1,
    }),
  'POST /client/remove-captured-payment': (scenario) => app(scenario, { user_id: 'u', payment_id: 'p' }),
  'POST /client/attribution-data': (scenario) => app(scenario, {}),
  'POST /client/issued-coupons': (scenario) => app(scenario, {}),
  'POST /client/integrations': (scenario) => app(scenario, { integration_info: { clevertap_id: 'c' } }),
  'POST /client/update-push-token': (scenario) => app(scenario, { push_token: 't' }),
  'POST /client/session-start': (scenario) =>
    app(scenario, {
      session_id: 's',
      event_id: 'e',
      entry_url: 'https://example.com/a?gclid=1',
      referrer: 'https://www.google.com/',
    }),
  'POST /client/page-view': (scenario) =>
    app(scenario, {
      session_id: 's',
      event_id: 'e',
      page_url: 'https://example.com/a',
      page_title: 'A',
      page_referrer: 'https://example.com/',
      event_data: { a: 1 },
    }),
  'POST /client/screen-view': (scenario) =>
    app(scenario, { session_id: 's', event_id: 'e', screen_name: 'Cart', event_data: { a: 1 } }),
  'POST /client/handle-deeplink': (scenario) =>
    app(scenario, {
      deeplink_url: 'https://example.com/a',
      url: null,
      deeplink: null,
      timestamp: 1_790_000_500_123,
      meta_install_referrer: { install_referrer: 'utm_content=x', is_ct: 1 },
      device_data: { gaid: 'x' },
    }),
  'POST /client/deeplink-triggered': (scenario) => app(scenario, { device_data: { gaid: 'x' } }),
  'POST /client/batch': ({ sdkToken }) => ({
    body: {
      token: sdkToken,
      sent_at: '2025-01-01T00:00:00Z',
      items: [{ call: 'capture-event', body: { install_instance_id: 'i', event_name: 'a' } }],
    },
  }),
  'POST /v1/capture-event': () => ({
    body: {
      user_id: 'u',
      install_instance_id: 'i',
      platform: 'IOS',
      event_name: 'a',
      event_data: {},
      event_id: 'e',
      occurred_at: '2025-01-01T00:00:00Z',
    },
  }),
  'POST /v1/capture-payment': () => ({
    body: { user_id: 'u', payment_id: 'p', amount: '1.5', currency: 'USD', type: 'DEFAULT' },
  }),
  'POST /v1/remove-payment': () => ({ body: { user_id: 'u', payment_id: 'p' } }),
  'GET /v1/attributed-users': ({ displayId }) => ({
    query: {
      display_id: displayId,
      start_timestamp: '2025-01-01T00:00:00Z',
      end_timestamp: '2025-02-01T00:00:00+05:30',
      limit: '10',
      cursor: PEOPLE_CURSOR,
    },
  }),
  'GET /v1/get-attribution-result': () => ({ query: { user_id: 'u' } }),
  'POST /v1/create-campaign': ({ listingId }) => ({
    body: {
      name: 'Holi',
      deeplink: 'kite://a',
      link_for_desktop_users: 'https://example.com/a',
      android_web_redirect: 'https://example.com/b',
      ios_web_redirect: 'https://example.com/c',
      custom_display_id: freshName(),
      is_shortlink: true,
      domain: '',
      store_listing_ids: [listingId],
    },
  }),
  'GET /v1/campaigns': ({ campaignId }) => ({
    query: { filter: 'ACTIVE', channel: 'NONE', cursor: campaignId, limit: '10' },
  }),
  'POST /project/import': ({ displayId }) => {
    const at = importAt();
    const body = {
      clicks: [{ display_id: displayId, clicked_at: at, ip: '103.1.2.3', user_agent: 'a', id: 'c' }],
      impressions: [{ display_id: displayId, viewed_at: at, country: 'IN', platform: 'IOS' }],
      installs: [{ install_instance_id: 'past', installed_at: at, network: 'META', model: 'm' }],
      signups: [{ install_instance_id: 'past', user_id: 'u', occurred_at: at, name: 'n' }],
      events: [{ user_id: 'u', event_name: 'e', occurred_at: at, event_data: { a: 1 } }],
      payments: [{ user_id: 'u', payment_id: 'p', amount: '1', currency: 'INR', occurred_at: at }],
    };
    return { body };
  },
  'POST /project/request-feature': ({ projectId }) => ({ body: { project_id: projectId, message: 'M' } }),
  'GET /campaign': ({ projectId, campaignId }) => ({
    query: {
      project_id: projectId,
      filter: 'ALL',
      search: 'Diwali',
      network: 'NONE',
      tag: 'a',
      columns: 'clicks|roas',
      group_by: 'campaign',
      having: 'clicks:gte:0',
      sort: 'revenue',
      order: 'asc',
      cursor: cursorOf(10),
      limit: '10',
      campaigns: campaignId,
    },
  }),
  'GET /campaign/export-csv': ({ projectId }) => ({
    query: {
      ...filter(projectId),
      columns: 'event:tap|spend',
      group_by: 'ad_set',
      sort: 'clicks',
      having: 'spend:gte:0',
      search: 'a',
      order: 'desc',
    },
  }),
  'GET /campaign/campaign-details': ({ projectId, campaignId }) => ({
    query: { ...filter(projectId), campaign_id: campaignId, metrics: 'installs|payers|wau' },
  }),
  'GET /campaign/single': ({ projectId, campaignId }) => ({
    query: { project_id: projectId, campaign_id: campaignId },
  }),
  'POST /campaign': ({ projectId, listingId }) => ({
    body: { project_id: projectId, ...campaignForm(listingId) },
  }),
  'PUT /campaign': ({ projectId, campaignId, listingId }) => ({
    body: { project_id: projectId, campaign_id: campaignId, ...campaignForm(listingId) },
  }),
  'DELETE /campaign': ({ projectId, campaignId }) => ({
    query: { project_id: projectId, campaign_id: campaignId },
  }),
  'POST /campaign/duplicate': ({ projectId, campaignId }) => ({
    body: { project_id: projectId, campaign_id: campaignId, name: 'Copy' },
  }),
  'POST /campaign/bulk': ({ projectId, campaignId }) => ({
    body: { project_id: projectId, campaign_ids: [campaignId], action: 'tag', tag: 'autumn' },
  }),
  'POST /campaign/archive': ({ projectId, campaignId }) => ({
    body: { project_id: projectId, campaign_id: campaignId, archived: true },
  }),
  'GET /campaign/first-click': ({ projectId, campaignId }) => ({
    query: { project_id: projectId, campaign_id: campaignId },
  }),
  'GET /campaign/links': ({ projectId, campaignId }) => ({
    query: { project_id: projectId, campaign_id: campaignId },
  }),
  'GET /project/links': ({ projectId }) => ({ query: { project_id: projectId, search: 'Brand' } }),
  'PUT /project/links/active': ({ projectId, linkId }) => ({
    body: { project_id: projectId, link_ids: [linkId], active: true },
  }),
  'PUT /project/ad-part': ({ projectId, creative }) => ({
    body: { project_id: projectId, kind: 'creative', name: creative, tags: ['autumn'], archived: true },
  }),
  'POST /campaign/link': ({ projectId, campaignId }) => ({
    body: {
      project_id: projectId,
      campaign_id: campaignId,
      slug: freshName(),
      name: 'Reel',
      ad_set: 'Delhi',
      creative: 'Lamps',
      expires_at: '2031-01-01T00:00:00Z',
    },
  }),
  'PUT /campaign/link': ({ projectId, linkId }) => ({
    body: {
      project_id: projectId,
      link_id: linkId,
      active: false,
      name: 'Story',
      ad_set: 'Delhi',
      creative: 'Lamps',
      expires_at: '2031-01-01T00:00:00Z',
    },
  }),
  'DELETE /campaign/link': ({ projectId, linkId }) => ({
    query: { project_id: projectId, link_id: linkId },
  }),
  'GET /campaign/link/qr': ({ projectId, linkId }) => ({
    query: { project_id: projectId, link_id: linkId, format: 'svg', size: '128' },
  }),
  'POST /campaign/preview-target': ({ projectId, campaignId }) => ({
    body: { project_id: projectId, campaign_id: campaignId, platform: 'ios', in_app: true },
  }),
  'GET /project/views': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/views': ({ projectId }) => ({
    body: {
      project_id: projectId,
      name: freshName(),
      screen: '/campaigns',
      query: { q: 'sale', range: 'last_7' },
      columns: ['clicks'],
      shared: true,
    },
  }),
  'PUT /project/views': ({ projectId, viewId }) => ({
    body: {
      project_id: projectId,
      view_id: viewId,
      name: freshName(),
      query: { compare: 'none' },
      columns: null,
      shared: true,
    },
  }),
  'DELETE /project/views': ({ projectId, viewId }) => ({
    query: { project_id: projectId, view_id: viewId },
  }),
  'GET /project/scheduled-reports': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/scheduled-reports': ({ owner, projectId, viewId }) => ({
    body: {
      project_id: projectId,
      view_id: viewId,
      cadence: 'weekly',
      weekday: 2,
      hour: 9,
      recipients: [owner.userId],
    },
  }),
  'PUT /project/scheduled-reports': ({ owner, projectId, reportId }) => ({
    body: {
      project_id: projectId,
      report_id: reportId,
      view_id: null,
      cadence: 'daily',
      weekday: 3,
      hour: 10,
      recipients: [owner.userId],
      active: true,
    },
  }),
  'DELETE /project/scheduled-reports': ({ projectId, reportId }) => ({
    query: { project_id: projectId, report_id: reportId },
  }),
  'DELETE /project/scheduled-reports/subscription': ({ projectId, reportId }) => ({
    query: { project_id: projectId, report_id: reportId },
  }),
  'POST /project/scheduled-reports/send': ({ projectId, reportId }) => ({
    body: { project_id: projectId, report_id: reportId },
  }),
  'GET /project/scheduled-reports/mails': ({ projectId, reportId }) => ({
    query: { project_id: projectId, report_id: reportId },
  }),
  'GET /project/alerts': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/alerts': ({ owner, projectId }) => ({
    body: {
      project_id: projectId,
      name: 'CPI',
      condition: CPI_CONDITION,
      recipients: [owner.userId],
      enabled: true,
      notifies_end: true,
    },
  }),
  'PUT /project/alerts': ({ owner, projectId, alertId }) => ({
    body: {
      project_id: projectId,
      rule_id: alertId,
      name: 'CPI of Meta',
      condition: CPI_CONDITION,
      recipients: [owner.userId],
      enabled: true,
      notifies_end: false,
    },
  }),
  'DELETE /project/alerts': ({ projectId, alertId }) => ({
    query: { project_id: projectId, rule_id: alertId },
  }),
  'POST /project/alerts/mute': ({ projectId, alertId }) => ({
    body: { project_id: projectId, rule_id: alertId, for: 'day' },
  }),
  'DELETE /project/alerts/subscription': ({ projectId, alertId }) => ({
    query: { project_id: projectId, rule_id: alertId },
  }),
  'POST /project/alerts/preview': ({ projectId }) => ({
    body: { project_id: projectId, condition: CPI_CONDITION },
  }),
  'GET /project/alerts/history': ({ projectId, alertId }) => ({
    query: { project_id: projectId, rule_id: alertId },
  }),
  'GET /project/alerts/firing': ({ projectId }) => ({ query: { project_id: projectId } }),
  'GET /project/store-listings': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/store-listings': ({ projectId }) => ({
    body: { project_id: projectId, name: 'App', platform: 'IOS', url: STORE_URL },
  }),
  'PUT /project/store-listings': ({ projectId, listingId }) => ({
    body: { project_id: projectId, id: listingId, name: 'App 2', url: STORE_URL },
  }),
  'DELETE /project/store-listings': ({ projectId, listingId }) => ({
    query: { project_id: projectId, id: listingId },
  }),
  'GET /project/deliveries': ({ projectId, connectionId }) => ({
    query: {
      project_id: projectId,
      connection_id: connectionId,
      state: 'waiting',
      event: 'buy',
      person: 'u1',
      from: '2026-01-01T00:00:00Z',
      to: '2031-01-01T00:00:00Z',
      limit: '10',
    },
  }),
  'GET /project/delivery': ({ projectId, connectionId }) => ({
    query: { project_id: projectId, delivery_id: `${projectId}.${connectionId}` },
    status: 404,
  }),
  'GET /project/deliveries/health': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/deliveries/replay': ({ projectId, connectionId }) => ({
    body: {
      project_id: projectId,
      filter: {
        connection_id: connectionId,
        state: 'rejected',
        event: 'buy',
        person: 'u1',
        from: '2026-01-01T00:00:00Z',
        to: '2031-01-01T00:00:00Z',
      },
    },
  }),
  'GET /project/webhook': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/update-webhook': ({ projectId, webhookId }) => ({
    body: {
      project_id: projectId,
      webhook_id: webhookId,
      name: 'Ours',
      url: `${receiver.url}/other`,
      event_types: ['install', 'buy'],
      active: true,
      rotate_secret: { keep_old_hours: 1 },
    },
  }),
  'POST /project/test-webhook': ({ projectId, webhookId }) => ({
    body: { project_id: projectId, webhook_id: webhookId },
  }),
  'GET /project/integration-sync': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/integration-sync/:tool': ({ projectId }) => ({
    params: { tool: 'posthog' },
    body: {
      project_id: projectId,
      action: 'connect',
      credentials: { project_token: 'phc_a_token' },
      settings: {
        region: 'eu',
        host: 'https://posthog.example.com',
        events: ['buy'],
        event_names: { buy: 'Bought' },
        property_names: { sku: 'SKU' },
      },
    },
  }),
  'POST /project/integration-sync/:tool/preview': ({ projectId }) => ({
    params: { tool: 'mixpanel' },
    body: { project_id: projectId, settings: { events: ['buy'], event_names: { buy: 'Bought' } } },
  }),
  'GET /project/integration-sync/:tool/backfill': ({ projectId, connectionId }) => ({
    params: { tool: connectionId ? 'mixpanel' : 'posthog' },
    query: { project_id: projectId, from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
  }),
  'GET /project/integration/meta/settings': ({ projectId }) => ({ query: { project_id: projectId } }),
  'PUT /project/integration/meta/settings': ({ projectId }) => ({
    body: { project_id: projectId, app_id: '24681357', app_secret: 'A'.repeat(32) },
  }),
  'GET /project/integration/meta/auth': ({ projectId, networkAccountId }) => ({
    query: { project_id: projectId },
    status: networkAccountId ? 200 : 409,
  }),
  'POST /project/integration/meta/auth/connect': ({ projectId }) => ({
    body: { project_id: projectId, code: 'AQ-a-code', state: 'a-state-of-ours' },
    status: 400,
  }),
  'POST /project/integration/meta/import/ad-accounts': ({ projectId }) => ({
    body: { project_id: projectId },
    status: 409,
  }),
  'GET /project/integration/meta/ad-accounts': ({ projectId }) => ({ query: { project_id: projectId } }),
  'DELETE /project/integration/meta/ad-account': ({ projectId, networkAccountId }) => ({
    query: { project_id: projectId, network_account_id: networkAccountId },
  }),
  'GET /project/integration/meta/ad-account/:network_account_id/capi-config': ({
    projectId,
    networkAccountId,
  }) => ({
    params: { network_account_id: networkAccountId },
    query: { project_id: projectId, account_id: 'act_301' },
  }),
  'POST /project/integration/meta/ad-account/:network_account_id/capi-config': ({
    projectId,
    networkAccountId,
  }) => ({
    params: { network_account_id: networkAccountId },
    body: {
      project_id: projectId,
      account_id: '301',
      dataset_id: '880011',
      meta_dataset_id: '880012',
      capi_access_token: 'EAA-a-token',
      meta_capi_access_token: 'EAA-a-token',
      app_id: '1',
      test_event_code: 'TEST1',
    },
  }),
  'POST /project/integration/meta/auth/verify-capi': ({ projectId, networkAccountId }) => ({
    body: { project_id: projectId, network_account_id: networkAccountId },
  }),
  [`GET ${COUPONS}/networks`]: ({ projectId }) => ({ query: { project_id: projectId } }),
  [`POST ${COUPONS}/network`]: ({ projectId }) => ({
    body: { project_id: projectId, name: 'Jio', provider_profile: { fields: { type: 'a.b' }, types: {} } },
  }),
  [`PUT ${COUPONS}/network/:ad_network_id`]: ({ projectId, couponNetworkId }) => ({
    params: { ad_network_id: couponNetworkId },
    query: { project_id: projectId },
    body: { name: 'Jio 2', provider_profile: null },
  }),
  [`POST ${COUPONS}/network/:ad_network_id/secret`]: ({ projectId, couponNetworkId }) => ({
    params: { ad_network_id: couponNetworkId },
    query: { project_id: projectId },
    body: { keep_old_hours: 1 },
  }),
  [`DELETE ${COUPONS}/network/:ad_network_id`]: ({ projectId, couponNetworkId }) => ({
    params: { ad_network_id: couponNetworkId },
    query: { project_id: projectId },
  }),
  [`PUT ${COUPONS}/network/:ad_network_id/postback`]: ({ projectId, couponNetworkId }) => ({
    params: { ad_network_id: couponNetworkId },
    query: { project_id: projectId },
    body: {
      postback: {
        method: 'POST',
        url: `${receiver.url}/pb?c={click_id}`,
        body: '{}',
        headers: { 'x-key': 'k' },
        content_type: 'application/json',
        signed: true,
        success_text: 'OK',
      },
    },
  }),
  [`POST ${COUPONS}/postback/preview`]: ({ projectId }) => ({
    query: { project_id: projectId },
    body: {
      method: 'GET',
      url: 'https://n.example/?c={click_id}',
      body: '',
      content_type: 'application/json',
    },
  }),
  [`GET ${COUPONS}/pools`]: ({ projectId, couponNetworkId }) => ({
    query: { project_id: projectId, ad_network_id: couponNetworkId },
  }),
  [`POST ${COUPONS}/pool`]: ({ projectId, couponNetworkId, poolCampaignId }) => ({
    body: {
      project_id: projectId,
      ad_network_id: couponNetworkId,
      campaign_id: poolCampaignId,
      name: 'Holi',
      max_codes: 100,
      uses_per_code: 2,
      one_per_person: true,
      window_hours: 24,
      state: 'active',
      valid_from: null,
      valid_to: '2031-01-01T00:00:00Z',
      after_event: 'done',
      link_id: null,
    },
  }),
  [`PUT ${COUPONS}/pool/:pool_id`]: ({ projectId, poolId }) => ({
    params: { pool_id: poolId },
    query: { project_id: projectId },
    body: { name: 'Holi 2', max_codes: 200, window_hours: 48, state: 'closed', link_id: null },
  }),
  [`DELETE ${COUPONS}/pool/:pool_id`]: ({ projectId, poolId }) => ({
    params: { pool_id: poolId },
    query: { project_id: projectId },
  }),
  [`POST ${COUPONS}/pool/:pool_id/codes/import`]: ({ projectId, poolId }) => ({
    params: { pool_id: poolId },
    query: { project_id: projectId },
    body: { csv: `code,max_uses\n${freshName()},2`, dry_run: true },
  }),
  [`POST ${COUPONS}/pool/:pool_id/codes/generate`]: ({ projectId, poolId }) => ({
    params: { pool_id: poolId },
    query: { project_id: projectId },
    body: { count: 3, pattern: 'HOLI-######' },
  }),
  [`GET ${COUPONS}/codes`]: ({ projectId, poolId }) => ({
    query: {
      project_id: projectId,
      pool_id: poolId,
      state: 'free',
      search: 'HO',
      cursor: cursorOf('HOLI'),
      limit: '5',
    },
  }),
  [`GET ${COUPONS}/code`]: ({ projectId, poolId }) => ({
    query: { project_id: projectId, code: poolId === 'poolId' ? '' : 'HOLI-1' },
  }),
  [`POST ${COUPONS}/codes/withdraw`]: ({ projectId, poolId }) => ({
    query: { project_id: projectId },
    body: { codes: [poolId === 'poolId' ? '' : 'HOLI-1'] },
  }),
  [`GET ${COUPONS}/report`]: ({ projectId, couponNetworkId }) => ({
    query: { project_id: projectId, from: '2025-01-01', to: '2025-01-31', ad_network_id: couponNetworkId },
  }),
  [`GET ${COUPONS}/report/csv`]: ({ projectId, couponNetworkId }) => ({
    query: { project_id: projectId, from: '2025-01-01', to: '2025-01-31', ad_network_id: couponNetworkId },
  }),
  'POST /in/coupons/:network_key': () => ({
    params: { network_key: 'jio-000000000000000000000000' },
    status: 401,
    body: {
      event_id: 'e',
      type: 'redeemed',
      coupon_code: 'HOLI-1',
      campaign_ref: 'Holi',
      click_id: 'c',
      occurred_at: '2026-01-01T00:00:00Z',
      order_id: 'o',
      amount: '1.5',
      currency: 'INR',
      user: { hashed_phone: 'ab'.repeat(32), hashed_email: 'ab'.repeat(32), gaid: 'g', user_id: 'u' },
    },
  }),
  'POST /v1/issue-coupon': ({ poolId }) => ({ body: { user_id: 'u', pool_id: poolId, event_id: 'e' } }),
  'GET /v1/coupon': ({ poolId }) => ({ query: { code: poolId === 'poolId' ? '' : 'HOLI-1' } }),
  'GET /project/integration/tiktok/settings': ({ projectId }) => ({ query: { project_id: projectId } }),
  'PUT /project/integration/tiktok/settings': ({ projectId }) => ({
    body: { project_id: projectId, app_id: '24681357', app_secret: 'A'.repeat(40) },
  }),
  'GET /project/integration/tiktok/auth': ({ projectId, pixelId }) => ({
    query: { project_id: projectId },
    status: pixelId ? 200 : 409,
  }),
  'POST /project/integration/tiktok/auth/connect': ({ projectId }) => ({
    body: { project_id: projectId, auth_code: 'a-code-of-theirs', code: 'a-code', state: 'a-state-of-ours' },
    status: 400,
  }),
  'POST /project/integration/tiktok/import/pixels': ({ projectId }) => ({
    body: { project_id: projectId },
    status: 409,
  }),
  'GET /project/integration/tiktok/pixels': ({ projectId }) => ({ query: { project_id: projectId } }),
  'GET /project/integration/tiktok/pixel/:account_id': ({ projectId, pixelId }) => ({
    params: { account_id: pixelId },
    query: { project_id: projectId },
  }),
  'PUT /project/integration/tiktok/pixel/:account_id': ({ projectId, pixelId }) => ({
    params: { account_id: pixelId },
    query: { project_id: projectId },
    body: {
      app_ids: { android: '7500000000000000001', ios: '7500000000000000002' },
      test_event_code: 'TEST1',
      access_token: 'cd'.repeat(20),
    },
  }),
  'DELETE /project/integration/tiktok/pixel/:account_id': ({ projectId, pixelId }) => ({
    params: { account_id: pixelId },
    query: { project_id: projectId },
  }),
  'GET /project/integration/google_ads/settings': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/integration/google_ads/settings': ({ projectId }) => ({
    body: { project_id: projectId, ...GOOGLE_CLIENT },
  }),
  'PUT /project/integration/google_ads/settings': ({ projectId }) => ({
    body: { project_id: projectId, ...GOOGLE_CLIENT },
  }),
  'GET /project/integration/google_ads/auth': ({ projectId, googleAccountId }) => ({
    query: { project_id: projectId },
    status: googleAccountId ? 200 : 409,
  }),
  'POST /project/integration/google_ads/auth/connect': ({ projectId }) => ({
    body: { project_id: projectId, code: '4/a-code', state: 'a-state-of-ours' },
    status: 400,
  }),
  'POST /project/integration/google_ads/import/ad-accounts': ({ projectId }) => ({
    body: { project_id: projectId },
    status: 409,
  }),
  'GET /project/integration/google_ads/accounts': ({ projectId }) => ({ query: { project_id: projectId } }),
  'PUT /project/integration/google_ads/network-account/link-ids': ({ projectId, googleAccountId }) => ({
    query: { project_id: projectId },
    body: { network_account_id: googleAccountId, link_ids: { android: 'A'.repeat(32), ios: 'B'.repeat(32) } },
  }),
  'POST /project/integration/google_ads/link-id-status': ({ projectId, googleAccountId }) => ({
    query: { project_id: projectId },
    body: { network_account_id: googleAccountId },
    // Nobody has connected.
    status: 409,
  }),
  'GET /project/integration/google_ads/conversion-actions': ({ projectId, googleAccountId }) => ({
    query: { project_id: projectId, network_account_id: googleAccountId },
    status: 409,
  }),
  'DELETE /project/integration/google_ads/account': ({ projectId, googleAccountId }) => ({
    query: { project_id: projectId, network_account_id: googleAccountId },
  }),
  'GET /project/:project_id/postback-event-maps': ({ projectId, networkAccountId }) => ({
    params: { project_id: projectId },
    query: { ad_network_id: networkAccountId },
  }),
  'POST /project/:project_id/postback-event-maps': ({ projectId, networkAccountId }) => ({
    params: { project_id: projectId },
    body: {
      ad_network_id: networkAccountId,
      event: freshName(),
      network_event: 'Purchase',
      value: { from: 'fixed', amount: 1.5, currency: 'USD' },
      installs: 'all',
      times: 'first',
      consent: 'granted',
      active: true,
    },
  }),
  'PUT /project/:project_id/postback-event-maps/:id': ({ projectId, eventMapId }) => ({
    params: { project_id: projectId, id: eventMapId },
    body: {
      event: freshName(),
      network_event: 'Purchase',
      installs: 'organic',
      times: 'daily',
      value: { from: 'property', property: 'price', currency: 'USD' },
      consent: 'ignored',
      active: false,
    },
  }),
  'DELETE /project/:project_id/postback-event-maps/:id': ({ projectId, eventMapId }) => ({
    params: { project_id: projectId, id: eventMapId },
  }),
  'GET /project/:project_id/postback-event-maps/accounts': ({ projectId }) => ({
    params: { project_id: projectId },
  }),
  'POST /project/:project_id/postback-event-maps/preview': ({ projectId, networkAccountId }) => ({
    params: { project_id: projectId },
    body: {
      ad_network_id: networkAccountId,
      event: freshName(),
      network_event: 'Purchase',
      value: { from: 'fixed', amount: 1.5, currency: 'USD' },
      installs: 'all',
      times: 'first',
      consent: 'granted',
      active: true,
      events: 'of_map',
    },
  }),
  'POST /project/:project_id/postback-event-maps/:id/test': ({ projectId, eventMapId }) => ({
    params: { project_id: projectId, id: eventMapId },
    // No test event code is entered.
    status: 409,
  }),
  'GET /project/default-event-mapping': ({ projectId }) => ({
    query: { project_id: projectId, kind: 'META' },
  }),
  'GET /project/limits': ({ projectId }) => ({ query: { project_id: projectId } }),
  'GET /project/sdk-check': ({ projectId }) => ({ query: { project_id: projectId } }),
  'GET /project/test-links': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/simulated-open': ({ projectId, linkId }) => ({
    body: { project_id: projectId, link_id: linkId, platform: 'ANDROID' },
    // Nobody has clicked on it.
    status: 409,
  }),
  'GET /project/sdk-credentials': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/sdk-credentials': ({ projectId }) => ({
    body: { project_id: projectId, platform: 'ANDROID' },
  }),
  'POST /project/sdk-credentials/import': ({ projectId }) => ({
    body: { project_id: projectId, platform: 'IOS', key_id: newToken(), secret: 'of-another-provider' },
  }),
  'PUT /project/sdk-credentials': ({ projectId, credentialId }) => ({
    body: { project_id: projectId, id: credentialId, rotate: { keep_old_hours: 1 }, signing: 'required' },
  }),
  'GET /project/skan/postbacks': ({ projectId }) => ({
    query: {
      project_id: projectId,
      verdict: 'valid',
      framework: 'skadnetwork',
      network: 'abc123.skadnetwork',
      counted: 'true',
      not_counted: 'replay',
      sequence: '1',
      limit: '10',
      from: '2025-01-01T00:00:00Z',
      to: '2025-02-01T00:00:00Z',
      cursor: cursorOf('2025-01-04T00:00:00.000Z', projectId),
    },
  }),
  'GET /project/skan/postbacks/:postback_id': ({ projectId }) => ({
    params: { postback_id: projectId },
    query: { project_id: projectId },
    status: 404,
  }),
  'GET /project/skan/settings': ({ projectId }) => ({ query: { project_id: projectId } }),
  'PUT /project/skan/settings': ({ projectId }) => ({
    query: { project_id: projectId },
    body: { count_development: true, digits_kept: 'first' },
  }),
  'POST /project/skan/set-up-check': ({ projectId }) => ({
    query: { project_id: projectId },
    body: { domain: 'https://go.kite.invalid/a' },
  }),
  'POST /project/skan/test-postbacks': ({ projectId }) => ({
    query: { project_id: projectId },
    body: { app_id: '999' },
    status: 400,
  }),
  'POST /v1/skan-postback': () => ({
    body: { 'app-id': 1, 'ad-network-campaign-id': 'c', 'ad-network-campaign-name': 'Name' },
    status: 404,
  }),
  'GET /project/skan/schema-mapping': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/skan/schema-mapping': ({ projectId }) => ({
    query: { project_id: projectId },
    body: { bases: SKAN_BASES, install_value: 1, lock_first_window: 'at_highest_value' },
  }),
  'POST /project/skan/schema-preview': ({ projectId }) => ({
    query: { project_id: projectId },
    body: {
      bases: SKAN_BASES,
      install_value: 0,
      lock_first_window: 'never',
      path: { events: [{ name: 'signup', count: 1 }], day: 1, revenue: '4.99' },
    },
  }),
  'GET /project/skan/events': ({ projectId }) => ({ query: { project_id: projectId } }),
  'GET /project/skan/google/status': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/skan/google/upload': ({ projectId }) => ({ query: { project_id: projectId } }),
  'GET /project/skan/meta/status': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/skan/meta/schema-url': ({ projectId }) => ({
    query: { project_id: projectId },
    status: 409,
  }),
  'GET /project/skan/back-test': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/skan/back-test': ({ projectId }) => ({
    query: { project_id: projectId },
    body: {
      candidates: [{ name: 'Mine', bases: ['signup'], install_value: 0, lock_first_window: 'never' }],
      propose: true,
    },
  }),
  'POST /project/skan/back-test/cancel': ({ projectId }) => ({ query: { project_id: projectId } }),
  'POST /project/skan/activate': ({ projectId }) => ({
    query: { project_id: projectId },
    body: { activate_skan: false },
  }),
  [`GET ${WEB_SDK}/whitelisted-hosts`]: ({ projectId }) => ({ params: { project_id: projectId } }),
  [`POST ${WEB_SDK}/whitelist-host`]: ({ projectId }) => ({
    params: { project_id: projectId },
    body: { host: `${freshName()}.kite.example` },
  }),
  [`DELETE ${WEB_SDK}/whitelist-host`]: ({ projectId, webTokenId }) => ({
    params: { project_id: projectId },
    body: { tokenId: webTokenId },
  }),
  [`PUT ${WEB_SDK}/settings`]: ({ projectId }) => ({
    params: { project_id: projectId },
    body: { allow_localhost: true },
  }),
};

/** One call that removes names what it removes in its body. */
const hasBody = ({ method, path }: Route) =>
  method === 'POST' || method === 'PUT' || (method === 'DELETE' && path.startsWith(WEB_SDK));

/** A placeholder for nested lists until the body is text: values that deep cannot be printed. */
const DEEP_HERE = 'deep-here';
/** What node takes of an address is limited; longer ones never reach a route. */
const MAX_SEARCH = 6000;

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Text that has broken programs before. */
const nastyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udfffy', 'https://example.com/\0') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...['', ' ', 'x'.repeat(9000), '__proto__', 'constructor', '0000-01-01', '9999-12-31', '2025-02-30'],
      ...['-1', '1e99', '9'.repeat(30), 'NaN', 'null', 'true', "' or 1=1 --", '%00', '\r\nset-cookie: a=b'],
      ...['//example.com', 'javascript:alert(1)', '00000000-0000-0000-0000-000000000000', 'ünï@example.com'],
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

const nastyValue = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      ...[null, true, 0, -1, 1.5, 2 ** 53, -(2 ** 31) - 1, 1e300, [], {}, [[]], [null]],
      ...[{ a: '\0' }, { 'a\0': 1 }, { a: ['\ud800'] }, { toString: 1 }, { length: 3 }],
    ),
  },
  { weight: 2, arbitrary: fc.array(nastyText, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.object({ maxDepth: 3, maxKeys: 4 }) },
);

/** What passes for a value of the right kind and what PostgreSQL still refuses: no field is left to chance. */
const HARD: Omit<Extract<Mutation, { value: unknown }>, 'at'>[] = [
  { kind: 'field', value: '\0' },
  { kind: 'field', value: '\ud800' },
  { kind: 'field', value: '0000-01-01' },
  { kind: 'field', value: 'https://example.com/\0' },
  { kind: 'field', value: 2 ** 53 },
  { kind: 'field', value: { toString: null } },
  { kind: 'inside', value: '\0' },
  { kind: 'inside', value: '\ud800' },
  { kind: 'inside', value: { 'a\0': 1 } },
];

const rawBody = fc.constantFrom(
  ...[
    '',
    ' ',
    '{',
    '[',
    '{"a":}',
    'undefined',
    '{"project_id":"a","project_id":"b"}',
    '"text"',
    '1e999',
    'null',
  ],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '\ufeff{}', '{}{}'],
  ...[deep(50_000), `{"preference":${deep(50_000)}}`, `"${'x'.repeat(200_000)}"`, `"${'x'.repeat(300_000)}"`],
);

const rawQuery = fc.constantFrom(
  ...['project_id=a&project_id=b', 'project_id[]=a', 'project_id[a]=b', 'project_id=%00', 'project_id=%'],
  ...[
    '%zz=%zz',
    '=&=&=',
    '__proto__=1',
    '__proto__[a]=1',
    'constructor[prototype][a]=1',
    '&&&&',
    '%ff%fe=%c0',
  ],
  ...[`project_id=${'x'.repeat(4000)}`, 'limit=1e3', 'limit=0x10', 'deleted=maybe', 'cursor=%F0%9F'],
);

const contentType = fc.constantFrom(
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/json;',
    'APPLICATION/JSON',
    'nonsense',
    '*/*',
    'a/b; c',
  ],
);

/** What is done to the valid request. */
const mutation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('field'), at: fc.nat(20), value: nastyValue }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('inside'), at: fc.nat(20), value: nastyValue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('without'), at: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('deep'),
      at: fc.nat(20),
      depth: fc.constantFrom(9, 900, 9000, 90_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('extra'), name: nastyText, value: nastyValue }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('body'), value: nastyValue }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('raw-body'), text: rawBody }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('content-type'), type: contentType }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('raw-query'), text: rawQuery }) },
) as fc.Arbitrary<Mutation>;

type Mutation =
  | { kind: 'at'; path: string[]; value: unknown }
  | { kind: 'field' | 'inside'; at: number; value: unknown }
  | { kind: 'without'; at: number }
  | { kind: 'deep'; at: number; depth: number }
  | { kind: 'extra'; name: string; value: unknown }
  | { kind: 'body'; value: unknown }
  | { kind: 'raw-body'; text: string }
  | { kind: 'content-type'; type: string }
  | { kind: 'raw-query'; text: string };

/** The same value with another one at a path into it. */
function setAt(old: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(old)) return old.with(Number(name), setAt(old[Number(name)], rest, value));
  const fields = (old ?? {}) as Fields;
  return { ...fields, [name]: setAt(fields[name], rest, value) };
}

interface Leaf {
  path: string[];
  valid: unknown;
}

/** Every value inside the valid input, however deep. */
function leavesOf(value: unknown, path: string[] = []): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, valid: value }];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

/** The leaves of the valid input, and the other fields of the contract. */
function targetsOf(route: Route, { query = {}, body = {} }: Input): Leaf[] {
  const inBody = hasBody(route);
  const [schema, fields] = inBody ? [route.body, body] : [route.query, query];
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const others = Object.keys(json.properties ?? {}).filter((name) => !Object.hasOwn(fields, name));
  return [...leavesOf(fields), ...others.map((name) => ({ path: [name], valid: undefined }))];
}

function hostileMutations(route: Route, input: Input): Mutation[] {
  return targetsOf(route, input).flatMap(({ path, valid }, at) => {
    const others = valid === undefined ? OTHER_VALUES * 2 : OTHER_VALUES;
    const values = hostileValues(valid, { seed: SEED + at, others });
    return values.map((value): Mutation => ({ kind: 'at', path, value }));
  });
}

function mutateFields(fields: Fields, mutation: Mutation): Fields {
  const names = Object.keys(fields);
  if (mutation.kind === 'at') return setAt(fields, mutation.path, mutation.value) as Fields;
  if (mutation.kind === 'extra') return { ...fields, [mutation.name]: mutation.value };
  if (names.length === 0 || !('at' in mutation)) return fields;
  const name = names[mutation.at % names.length]!;
  const old = fields[name];
  if (mutation.kind === 'deep') {
    const inside = typeof old === 'object' && !Array.isArray(old) ? { inside: DEEP_HERE } : DEEP_HERE;
    return { ...fields, [name]: inside };
  }
  if (mutation.kind === 'field') return { ...fields, [name]: mutation.value };
  if (mutation.kind === 'without') {
    return Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name));
  }
  if (Array.isArray(old)) return { ...fields, [name]: [...old, mutation.value] };
  if (typeof old === 'object' && old !== null) {
    const inner = Object.keys(old)[0] ?? 'x';
    return { ...fields, [name]: { ...old, [inner]: mutation.value } };
  }
  // Text stays nearly what it was, so that it gets further in.
  return { ...fields, [name]: `${String(old)}${typeof mutation.value === 'string' ? mutation.value : ''}` };
}

interface Shot {
  path: string;
  type: string;
  body: string | null;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function aim(route: Route, input: Input, mutation: Mutation | null): Shot {
  const inBody = hasBody(route);
  const spoilt = mutation ? mutateFields((inBody ? input.body : input.query) ?? {}, mutation) : null;
  const query = Object.entries((inBody ? input.query : (spoilt ?? input.query)) ?? {});
  const pairs = query.map(([name, value]): [string, string] => [name, asText(value)]);
  const search = new URLSearchParams(pairs).toString().slice(0, MAX_SEARCH);
  const raw = mutation?.kind === 'raw-query' ? mutation.text : '';
  let body = inBody ? JSON.stringify(spoilt ?? input.body ?? {}) : null;
  if (mutation?.kind === 'body') body = JSON.stringify(mutation.value) ?? null;
  if (mutation?.kind === 'raw-body') body = mutation.text;
  if (mutation?.kind === 'deep') body = body?.replace(`"${DEEP_HERE}"`, deep(mutation.depth)) ?? null;
  const text = [search, raw].filter(Boolean).join('&');
  return {
    path: `/api${route.path.replace(/:(\w+)/g, (_, name: string) => input.params?.[name] ?? '')}${text && `?${text}`}`,
    type: mutation?.kind === 'content-type' ? mutation.type : 'application/json',
    body,
  };
}

interface Answer {
  status: number;
  requestId: unknown;
  text: string;
}

/** Through node's own client: it sends addresses as they are, where fetch would repair them. */
function fire(route: Route, shot: Shot, token: string | null): Promise<Answer> {
  const headers: Record<string, string> = { 'x-forwarded-for': freshIp() };
  if (token) headers.authorization = `Bearer ${token}`;
  if (shot.body !== null) {
    headers['content-type'] = shot.type;
    headers['content-length'] = String(Buffer.byteLength(shot.body));
  }
  const target = new URL(server.url);
  const options = { agent, host: target.hostname, port: target.port, method: route.method, path: shot.path };
  return new Promise((resolve, reject) => {
    const request = send({ ...options, headers }, (response) => {
      const isEndless = response.headers['content-type']?.startsWith('text/event-stream');
      if (isEndless && response.statusCode === 200) {
        response.destroy();
        resolve({ status: 200, requestId: response.headers['x-request-id'], text: '' });
        return;
      }
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        resolve({ status: response.statusCode ?? 0, requestId: response.headers['x-request-id'], text });
      });
    });
    request.on('error', reject);
    request.end(shot.body ?? undefined);
  });
}

function expectClear(route: Route, answer: Answer): void {
  const isFine = answer.status < 300 || (answer.status === 302 && route.answers === 'redirect');
  if (isFine) return;
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.status, answer.text).toBeLessThan(500);
  const { msg, status, error } = JSON.parse(answer.text) as Refusal;
  expect(status).toBe(answer.status);
  expect(ERROR_STATUS[error.code as ErrorCode]).toBe(answer.status);
  expect(msg).not.toBe('');
  expect(error.request_id).toBe(answer.requestId);
  if (error.code === 'validation_failed') {
    const reasons = Object.values(error.fields ?? {});
    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons) expect(reason).toMatch(/\S/);
  }
}

/** Calls whose success uses up what the next shot needs: a session, a link, a member, a limit. */
const SPENDING = ['/logout', '/login/magic-link/send', '/login/magic-link/verify', '/project/invite/accept'];
SPENDING.push('/project/invite/resend', '/project/request-feature', '/project/role');
SPENDING.push('/project/sdk-credentials', '/project/sdk-credentials/import', '/project/token');
SPENDING.push('/project/export', '/project/update-webhook', `${WEB_SDK}/whitelist-host`);
SPENDING.push('/project/skan/back-test');

const maySpend = ({ method, path }: Route) =>
  method === 'DELETE' || (method !== 'GET' && SPENDING.includes(path));

/** A scenario that is reused until a shot has used up something of it. */
function createReusableScenario(parts: () => Iterable<Part>) {
  let scenario: Promise<Scenario> | null = null;
  return {
    scenario: async () => {
      scenario ??= buildScenario(parts());
      try {
        return await scenario;
      } catch (error) {
        // One that could not be built fails one test, not all that come after it.
        scenario = null;
        throw error;
      }
    },
    spend: () => {
      scenario = null;
    },
  };
}
type ReusableScenario = ReturnType<typeof createReusableScenario>;

/** For calls that change nothing another call looks at. */
const common = createReusableScenario(() => Object.keys(PARTS) as Part[]);
function reusableScenarioFor(route: Route): ReusableScenario {
  const isCommon = route.method === 'GET' || ['sdk', 'private_key'].includes(route.access.kind);
  return isCommon ? common : createReusableScenario(() => partsFor(route));
}

interface Volley {
  reusable: ReusableScenario;
  asOwner: boolean;
  mutations: Mutation[];
}

const isOpen = ({ access }: Route) => access.kind === 'public' || access.kind === 'sdk';

/** Empty: the answer was clear. */
async function shootOnce(route: Route, { reusable, asOwner }: Volley, one: Mutation): Promise<string> {
  const scenario = await reusable.scenario();
  const shot = aim(route, VALID[`${route.method} ${route.path}`]!(scenario), one);
  const answer = await fire(route, shot, asOwner ? keyFor(route, scenario) : null);
  if (maySpend(route) && answer.status < 300) reusable.spend();
  try {
    expectClear(route, answer);
    if (!asOwner && !isOpen(route)) expect([400, 401, 413, 415]).toContain(answer.status);
    return '';
  } catch (error) {
    return `${JSON.stringify(one).slice(0, 200)} → ${answer.status} ${(error as Error).message}`;
  }
}

/** Fields that are read before the schema: they name the project, and what makes its caller somebody there. */
const EARLY_FIELDS = ['project_id', 'campaign_id', 'link_id', 'user_id', 'token'];

/** What the schema of the route says to a shot, where it is consulted. */
function judge(route: Route, input: Input, one: Mutation): keyof typeof SAMPLE {
  if (route.access.kind === 'sdk') return 'app';
  if (!['at', 'field', 'inside', 'without', 'extra'].includes(one.kind)) return 'unread';
  const inBody = hasBody(route);
  const whole = (inBody ? input.body : input.query) ?? {};
  const spoilt = mutateFields(whole, one);
  if (EARLY_FIELDS.some((name) => spoilt[name] !== whole[name])) return 'early';
  const sent = Object.entries(spoilt).map(([name, value]) => [name, inBody ? value : asText(value)]);
  // As it is once it has travelled.
  const arrived: unknown = JSON.parse(JSON.stringify(Object.fromEntries(sent)));
  try {
    validate(inBody ? route.body : route.query, arrived, inBody ? 'body' : 'query');
    return 'taken';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reasons = Object.values(error.fields ?? {});
    const isClear = reasons.length > 0 && [error.message, ...reasons].every((text) => /\S/.test(text));
    // An expectation for each of so many would take longer than their schemas.
    if (error.code !== 'validation_failed' || !isClear)
      expect.fail(`${JSON.stringify(one)} → ${error.message}`);
    return 'refused';
  }
}

/** All shots are judged by the schema of the route. What it refuses and what it takes is then sampled for HTTP. */
function sampled(
  route: Route,
  { input, mutations, sample = SAMPLE }: { input: Input; mutations: Mutation[]; sample?: typeof SAMPLE },
): Mutation[] {
  // Another sample for each route.
  const start = SEED + ROUTES.indexOf(route);
  const seen = { refused: start, taken: start, unread: start, early: start, app: start };
  return mutations.filter((one) => {
    const judged = judge(route, input, one);
    if (SENDS_ALL) return true;
    seen[judged] += 1;
    return seen[judged] % sample[judged] === 0;
  });
}

/** A few of the mutations, from the first to the last; others for each route. */
function fewOf(most: number, { route, mutations }: { route: Route; mutations: Mutation[] }): Mutation[] {
  if (SENDS_ALL || mutations.length <= most) return mutations;
  const step = mutations.length / most;
  const start = (SEED + ROUTES.indexOf(route)) % Math.ceil(step);
  return Array.from(
    { length: most },
    (_, at) => mutations[(Math.floor(at * step) + start) % mutations.length]!,
  );
}

/** Shots that can use nothing up fly together; each of the others finds everything that it needs. */
async function shoot(route: Route, volley: Volley): Promise<void> {
  const isAlone = maySpend(route) && (volley.asOwner || isOpen(route));
  const atOnce = isAlone ? 1 : AT_ONCE;
  const unclear: string[] = [];
  for (let from = 0; from < volley.mutations.length; from += atOnce) {
    const group = volley.mutations.slice(from, from + atOnce);
    unclear.push(...(await Promise.all(group.map((one) => shootOnce(route, volley, one)))));
  }
  expect(unclear.filter(Boolean)).toEqual([]);
}

/** Everything that is hard to store, in every field. */
function hardMutations({ query = {}, body = {} }: Input): Mutation[] {
  const count = Object.keys(query).length + Object.keys(body).length;
  return Array.from({ length: count }, (_, at) => [
    ...HARD.map((hard) => ({ ...hard, at }) as Mutation),
    ...[900, 90_000].map((depth): Mutation => ({ kind: 'deep', at, depth })),
  ]).flat();
}

const someMutations = (count: number) => fc.sample(mutation, { seed: SEED, numRuns: count });
/** Made once for all routes: to make them again for each takes as long as what a schema says to them. */
const BY_OWNER = someMutations(SHOTS_AS_OWNER);
const BY_NOBODY = someMutations(SHOTS_AS_NOBODY);

test('there is a valid request to mutate for every call of the contract', () => {
  const names = ROUTES.map((route) => `${route.method} ${route.path}`);
  expect(Object.keys(VALID).sort()).toEqual(names.sort());
});

describe.each(ROUTES)(`$method $path with the seed ${SEED}`, (route) => {
  const reusable = reusableScenarioFor(route);
  const valid = VALID[`${route.method} ${route.path}`]!;
  const most = maySpend(route) ? FEW.spending : FEW.owner;

  test('answers the valid request', async () => {
    const scenario = await reusable.scenario();
    const input = valid(scenario);
    const answer = await fire(route, aim(route, input, null), keyFor(route, scenario));
    if (maySpend(route)) reusable.spend();
    expect(answer.status, answer.text).toBe(input.status ?? 200);
  });

  test('answers what is hard to store in any one field with success or a clear refusal', async () => {
    const input = valid(await reusable.scenario());
    const mutations = sampled(route, { input, mutations: hardMutations(input), sample: HARD_SAMPLE });
    await shoot(route, { reusable, asOwner: true, mutations });
  });

  test('answers hostile values of the kind of each field with success or a clear refusal', async () => {
    const input = valid(await reusable.scenario());
    const mutations = sampled(route, { input, mutations: hostileMutations(route, input) });
    await shoot(route, { reusable, asOwner: true, mutations: fewOf(most, { route, mutations }) });
  });

  test('answers mutated requests of an owner with success or a clear refusal', async () => {
    const input = valid(await reusable.scenario());
    const mutations = sampled(route, { input, mutations: BY_OWNER });
    await shoot(route, { reusable, asOwner: true, mutations: fewOf(most, { route, mutations }) });
  });

  test('answers mutated requests of strangers with a clear refusal', async () => {
    const mutations = fewOf(FEW.nobody, { route, mutations: BY_NOBODY });
    await shoot(route, { reusable, asOwner: false, mutations });
  });
});
