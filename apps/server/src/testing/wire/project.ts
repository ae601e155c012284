import { announce } from '../../db/changes.ts';
import { TABLES } from '../../db/tables.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { buildCampaign, buildProject } from '../build.ts';
import { buildDevice } from '../device.ts';
import type { TestServer } from '../test-server.ts';
import { sendAndRead } from './send.ts';
import { LINK_HOST, VECTORS } from './vectors.ts';

/** The advertising id of the vectors' Android phone. */
const GAID = '5d1c7f92-3b4e-4a68-9e07-c2f1a8b6d033';
const AD = 'campaign_id=120200000000001&adset_id=120200000000002&ad_id=120200000000003';
const PAGE = 'https://shop.example.test/get';
const STORE = 'https://play.google.com/store/apps/details?id=com.example.shop';

/** Tables that hold what was set up, and not what was measured. */
const SETTINGS = new Set<string>([
  ...['attribution_rules', 'audit_log', 'project_settings', 'campaigns', 'links', 'sdk_credentials'],
  ...['store_listings', 'domains'],
]);

/** The project of the vectors: its own token and signing key, and the two campaigns of their scenarios. */
export async function buildWireProject(server: TestServer) {
  const { owner, projectId } = await buildProject(server);
  const now = server.clock.now();
  const { token, currency, signingKey } = VECTORS.project;
  await server.db
    .updateTable('projects')
    .set({ currency, play_store_link: STORE })
    .where('project_id', '=', projectId)
    .execute();
  await server.db
    .insertInto('project_tokens')
    .values({ token, project_id: projectId, created_at: now })
    .execute();
  await server.db
    .insertInto('sdk_credentials')
    .values({
      project_id: projectId,
      id: newId(now),
      key_id: signingKey.keyId,
      platform: signingKey.platform,
      sealed_secret: server.kit.secrets.seal('sdk', signingKey.secret),
      hint: 'demo…',
      created_at: now,
      updated_at: now,
    })
    .execute();
  await server.db
    .insertInto('link_hosts')
    .values({ host: LINK_HOST, project_id: projectId, domain_id: newId(now), created_at: now })
    .execute();
  const links = { deep_link: 'shop://item/7', deferred_deep_link: 'shop://item/7' };
  const link = await buildCampaign(owner, projectId, { name: 'Autumn', display_id: 'demo01', ...links });
  const meta = await buildCampaign(owner, projectId, {
    name: 'autumn_push',
    network: 'META',
    ios_web_redirect: PAGE,
  });
  const slugOf = (url: string) => url.split('/').at(-1) ?? '';
  await server.db
    .updateTable('links')
    .set({ ad_set: 'broad', creative: 'reel_01' })
    .where('project_id', '=', projectId)
    .where('slug', '=', slugOf(meta.link))
    .execute();
  await announce(server.db, { kind: 'links', projectId });
  return { projectId, token, linkSlug: slugOf(link.link), metaSlug: slugOf(meta.link) };
}

export type WireProject = Awaited<ReturnType<typeof buildWireProject>>;

/** Takes away what the case before has measured. */
export async function clearMeasured(server: TestServer, projectId: string): Promise<void> {
  for (const table of TABLES.distributed) {
    if (!SETTINGS.has(table))
      await server.pool.query(`delete from ${table} where project_id = $1`, [projectId]);
  }
  await server.pool.query('delete from graphile_worker._private_jobs');
}

/** A scenario in two parts: what happens before the first request, and what happens after the install is there. */
export async function beginScenario(server: TestServer, project: WireProject, scenario: string) {
  const atOnce = server.clock.now();
  server.clock.advance(-5 * MINUTE_MS);
  const complete = await SCENARIOS[scenario]?.(server, project);
  server.clock.set(atOnce);
  if (!complete) throw new Error(`There is no scenario ${scenario}.`);
  return complete;
}

const nothing = async () => {};

const SCENARIOS: Record<string, (server: TestServer, project: WireProject) => Promise<() => Promise<void>>> =
  {
    organic: async () => nothing,
    'link-campaign': async (server, { token, linkSlug }) => {
      await buildDevice(server, token, { ip: '103.21.4.6' }).click(linkSlug, `?gaid=${GAID}`);
      return nothing;
    },
    'meta-campaign': async (server, { token, metaSlug }) => {
      const phone = buildDevice(server, token, { platform: 'IOS', ip: '103.21.4.5' });
      const click = await phone.clickToken(metaSlug, `?${AD}`);
      // The app tells of the link that led to its first open a moment later.
      return async () => {
        const body = {
          token,
          install_instance_id: 'k3Jd82LmQz71TyWpVx09',
          platform: 'IOS',
          deeplink_url: `https://shop.example.test/in?tm_click=${click}`,
        };
        await sendAndRead(server, { call: 'handle-deeplink', body });
      };
    },
  };
