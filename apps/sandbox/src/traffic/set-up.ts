import { DEMO_EMAIL } from './presets.ts';
import type { Product } from './product.ts';
import type { Campaign, Scenario } from './scenario.ts';
import { skanIdsOf } from './skan-ids.ts';

export const PROJECT_NAME = 'Kite Grocery (demo)';
/** The app that the networks' stand-ins know. */
export const APP_STORE_ID = 6_400_000_001;
const APP_STORE = `https://apps.apple.com/in/app/kite-grocery/id${APP_STORE_ID}`;
const PLAY_STORE = 'https://play.google.com/store/apps/details?id=com.kite.shop';
const AT_ONCE = 4;
/** A shop of this size has few installs of a source in a month. */
const OUTLIER_MIN_INSTALLS = 40;

/** Somebody who is signed in. */
export interface Session {
  product: Product;
  bearer: string;
}

/** A project with what is needed to send to it. */
export interface Project {
  projectId: string;
  /** Public: what the app carries. */
  token: string;
}

/** Uses a printed sign-in link, whose token is in the fragment. */
export async function signIn(product: Product, token: string): Promise<Session> {
  const body = { token, confirm: true };
  const signedIn = await product.call<{ token: string }>('POST', '/login/magic-link/verify', { body });
  return { product, bearer: signedIn.token };
}

async function withToken({ product, bearer }: Session, projectId: string): Promise<Project> {
  const query = { project_id: projectId };
  const { token } = await product.call<{ token: string }>('GET', '/project/token', { bearer, query });
  return { projectId, token };
}

async function createListings({ product, bearer }: Session, project_id: string) {
  const create = (name: string, platform: string, url: string) =>
    product.call<{ id: string }>('POST', '/project/store-listings', {
      bearer,
      body: { project_id, name, platform, url },
    });
  const ios = await create('Kite Grocery', 'IOS', APP_STORE);
  const android = await create('Kite Grocery on Play', 'ANDROID', PLAY_STORE);
  return { ios_store_listing_id: ios.id, android_store_listing_id: android.id };
}

async function createCampaign(
  { product, bearer }: Session,
  project_id: string,
  {
    campaign: { idea, links },
    index,
    listings,
  }: { campaign: Campaign; index: number; listings: Record<string, string> },
): Promise<void> {
  const { displayId, name, network, networkName, tags } = idea;
  const skan = skanIdsOf(idea, index);
  const { campaign_id } = await product.call<{ campaign_id: string }>('POST', '/campaign', {
    bearer,
    body: {
      project_id,
      name,
      network,
      display_id: displayId,
      tags,
      ...(networkName ? { network_name: networkName } : {}),
      ...(skan ? { skan_ids: [skan.sourceIdentifier, String(skan.campaignNumber)] } : {}),
      ...(skan && network === 'OTHER' ? { skan_network_id: skan.networkId } : {}),
      owned_media: network === 'NONE',
      deep_link: `kite://offers/${displayId}`,
      deferred_deep_link: `kite://welcome/${displayId}`,
      utm: {
        source: network === 'NONE' ? 'kite' : (networkName ?? network).toLowerCase(),
        campaign: displayId,
      },
      ...listings,
    },
  });
  for (const { slug, adSet, creative } of links) {
    const body = { project_id, campaign_id, name: `${adSet} · ${creative}`, ad_set: adSet, creative, slug };
    await product.call('POST', '/campaign/link', { bearer, body });
  }
}

/** Works through a list, a few at a time. */
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** The account's name, the project, its stores, campaigns and links. */
export async function createProject(session: Session, scenario: Scenario): Promise<Project> {
  const { product, bearer } = session;
  const profile = { first_name: 'Demo', last_name: 'Account', company: 'Kite Grocery', role: 'marketing' };
  await product.call('PUT', '/user', { bearer, body: profile });
  const { project_id } = await product.call<{ project_id: string }>('POST', '/project', {
    bearer,
    body: {
      name: PROJECT_NAME,
      platform: 'app',
      website: 'https://kite.example',
      app_store_link: APP_STORE,
      play_store_link: PLAY_STORE,
      currency: 'INR',
      timezone: 'Asia/Kolkata',
    },
  });
  const plausibility = { thresholds: { outlier_min_installs: OUTLIER_MIN_INSTALLS } };
  await product.call('PUT', '/project', { bearer, body: { project_id, plausibility } });
  const listings = await createListings(session, project_id);
  await each([...scenario.campaigns.entries()], ([index, campaign]) =>
    createCampaign(session, project_id, { campaign, index, listings }),
  );
  return await withToken(session, project_id);
}

/** Colleagues who have yet to accept. */
export async function invitePeople({ product, bearer }: Session, { projectId }: Project): Promise<void> {
  const emails = ['asha@kite.example', 'ben@kite.example'];
  const body = { project_id: projectId, emails, role: 'member' };
  await product.call('POST', '/project/invite', { bearer, body });
}

/** A key for the project's own server; older ones end at once. */
export async function createKey({ product, bearer }: Session, project_id: string): Promise<string> {
  const { private_key } = await product.call<{ private_key: string }>(
    'POST',
    '/project/generate-private-key',
    {
      bearer,
      body: { project_id, keep_old_hours: 0 },
    },
  );
  return private_key;
}

/** Has a sign-in link sent to the owner of the demo. */
export async function sendLink(product: Product): Promise<void> {
  const body = { email: DEMO_EMAIL, return_to: '/overview' };
  await product.call('POST', '/login/magic-link/send', { body, tries: 1 });
}
