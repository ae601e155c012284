import type { Network } from '@trailmark/contract/campaigns';
import type { ServerCampaign, ServerCampaignForm, ServerCampaignQuery } from '@trailmark/contract/server-api';
import { AppError, badField } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import type { Acting } from './acting.ts';
import { createCampaign } from './create-campaign.ts';
import { listHosts } from './link-store.ts';
import { linkUrl } from './present.ts';
import { type CampaignRow, countInstalls, findCampaignRow, listCampaignRows, listListings } from './store.ts';

const ALL = { all: true } as const;

interface Around {
  publicUrl: string;
  hosts: string[];
  listings: Awaited<ReturnType<typeof listListings>>;
  installs: Map<string, number>;
}

function presentServerCampaign(row: CampaignRow, { publicUrl, hosts, listings, installs }: Around) {
  const listingIds = [row.ios_store_listing_id, row.android_store_listing_id];
  return {
    id: row.id,
    display_id: row.display_id,
    name: row.name,
    active: row.active,
    archived: row.archived_at !== null,
    network: row.network as Network,
    network_name: row.network_name,
    link: linkUrl({ publicUrl }, row.default_slug),
    domain: null as string | null,
    domain_links: hosts.map((host) => linkUrl({ publicUrl, host }, row.default_slug)),
    deeplink: row.deep_link,
    website: row.desktop_redirect,
    android_web_redirect: row.android_web_redirect,
    ios_web_redirect: row.ios_web_redirect,
    store_listings: listings
      .filter(({ id }) => listingIds.includes(id))
      .map(({ id, platform, name, url }) => ({ id, platform: platform as 'IOS' | 'ANDROID', name, url })),
    attributed_users: installs.get(row.id) ?? 0,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

async function presentAll(
  { db, publicUrl }: Kit,
  projectId: string,
  rows: CampaignRow[],
): Promise<ServerCampaign[]> {
  const ids = rows.flatMap((row) => [row.ios_store_listing_id, row.android_store_listing_id]);
  const around = {
    publicUrl,
    hosts: await listHosts(db, projectId),
    listings: await listListings(
      db,
      projectId,
      ids.filter((id) => id !== null),
    ),
    installs: await countInstalls(
      db,
      projectId,
      rows.map(({ id }) => id),
    ),
  };
  return rows.map((row) => presentServerCampaign(row, around));
}

/** The listing of each platform. */
async function listingsOf({ db }: Kit, projectId: string, ids: string[]) {
  const found = await listListings(db, projectId, ids);
  if (ids.some((id) => !found.some((one) => one.id === id))) {
    throw badField('store_listing_ids', 'names something that is not a store listing of this project');
  }
  const of = (platform: string) => found.filter((one) => one.platform === platform).map(({ id }) => id);
  const [ios, android] = [of('IOS'), of('ANDROID')];
  if (ios.length > 1 || android.length > 1) {
    throw badField('store_listing_ids', 'has more than one for a platform');
  }
  return { ios_store_listing_id: ios[0] ?? null, android_store_listing_id: android[0] ?? null };
}

async function create(kit: Kit, acting: Acting, form: ServerCampaignForm): Promise<ServerCampaign> {
  const { projectId } = acting;
  const { domain } = form;
  const hosts = await listHosts(kit.db, projectId);
  if (domain !== null && !hosts.includes(domain)) {
    throw badField('domain', 'is not a link domain of this project');
  }
  const campaignId = await createCampaign(kit, acting, {
    name: form.name,
    display_id: form.custom_display_id,
    deep_link: form.deeplink,
    desktop_redirect: form.link_for_desktop_users,
    android_web_redirect: form.android_web_redirect,
    ios_web_redirect: form.ios_web_redirect,
    ...(await listingsOf(kit, projectId, form.store_listing_ids)),
  }).catch((error: unknown) => {
    // The field has another name here.
    const isTaken = error instanceof AppError && error.fields?.display_id;
    throw isTaken ? new AppError(error.code, error.message, { custom_display_id: 'is taken' }) : error;
  });
  const row = await findCampaignRow(kit.db, { projectId, campaignId, scope: ALL });
  const [campaign] = row ? await presentAll(kit, projectId, [row]) : [];
  if (!campaign) throw new Error('A new campaign is gone.');
  if (domain === null) return campaign;
  const named = `https://${domain}/?c=${encodeURIComponent(campaign.display_id)}`;
  const short = campaign.domain_links[hosts.indexOf(domain)] ?? campaign.link;
  return { ...campaign, domain, link: form.is_shortlink ? short : named };
}

async function list(kit: Kit, projectId: string, query: ServerCampaignQuery) {
  const rows = await listCampaignRows(kit.db, {
    projectId,
    scope: ALL,
    filter: query.filter,
    network: query.channel,
    before: query.cursor,
    // One more than asked for tells whether there is a next page.
    limit: query.limit + 1,
  });
  const items = await presentAll(kit, projectId, rows.slice(0, query.limit));
  return { items, next_cursor: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null };
}

/** Campaigns as servers of the project's owner see and make them. */
export function createServerCampaigns(kit: Kit) {
  return {
    create: (acting: Acting, form: ServerCampaignForm) => create(kit, acting, form),
    list: (projectId: string, query: ServerCampaignQuery) => list(kit, projectId, query),
  };
}
