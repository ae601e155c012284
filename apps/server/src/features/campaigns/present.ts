import { type Campaign, NETWORKS, type Network } from '@trailmark/contract/campaigns';
import type { Link, LinkTemplate } from '@trailmark/contract/links';
import { linkParameters } from '@trailmark/core/links/link-template';
import { utmOf, windowsOf } from './campaign-fields.ts';
import type { LinkRow } from './link-store.ts';
import type { CampaignRow } from './store.ts';

/** Where links live: the main host, and the project's own. */
export interface LinkPlaces {
  publicUrl: string;
  hosts: string[];
}

function shortUrl(publicUrl: string, slug: string): string {
  return `${publicUrl}/l/${slug}`;
}

/** The address of a link on one of the project's own hosts, or on the main one. */
export function linkUrl({ publicUrl, host }: { publicUrl: string; host?: string | undefined }, slug: string) {
  return host === undefined ? shortUrl(publicUrl, slug) : `https://${host}/${slug}`;
}

function templateOf(url: string, network: string): LinkTemplate | null {
  const parameters = linkParameters(network);
  return parameters === null ? null : { url: `${url}?${parameters}`, parameters };
}

function templatesOf(url: string): Link['urls']['templates'] {
  return NETWORKS.flatMap((network) => {
    const template = templateOf(url, network);
    return template ? [{ network, ...template }] : [];
  });
}

/** Ads lead to the project's own host where it has one. */
export function presentLink(
  row: LinkRow,
  { publicUrl, hosts, network }: LinkPlaces & { network: string },
): Link {
  const [host] = hosts;
  const adUrl = linkUrl({ publicUrl, host }, row.slug);
  return {
    link_id: row.id,
    campaign_id: row.campaign_id,
    slug: row.slug,
    name: row.name,
    ad_set: row.ad_set,
    creative: row.creative,
    is_default: row.is_default,
    active: row.active,
    expires_at: row.expires_at?.toISOString() ?? null,
    urls: {
      short: shortUrl(publicUrl, row.slug),
      domains: hosts.map((host) => linkUrl({ publicUrl, host }, row.slug)),
      impression: `${publicUrl}/i/${row.slug}`,
      template: templateOf(adUrl, network),
      templates: templatesOf(adUrl),
    },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function presentCampaign(row: CampaignRow, publicUrl: string): Campaign {
  return {
    campaign_id: row.id,
    display_id: row.display_id,
    name: row.name,
    active: row.active,
    network: row.network as Network,
    network_name: row.network_name,
    owned_media: row.owned_media,
    desktop_redirect: row.desktop_redirect,
    ios_web_redirect: row.ios_web_redirect,
    android_web_redirect: row.android_web_redirect,
    ios_store_listing_id: row.ios_store_listing_id,
    android_store_listing_id: row.android_store_listing_id,
    deep_link: row.deep_link,
    deferred_deep_link: row.deferred_deep_link,
    utm: utmOf(row.utm),
    passthrough: row.passthrough,
    windows: windowsOf(row.windows),
    tags: row.tags,
    spend_source: row.spend_source as Campaign['spend_source'],
    expires_at: row.expires_at?.toISOString() ?? null,
    skan_network_id: row.skan_network_id,
    skan_ids: row.skan_ids,
    links_count: Number(row.links_count),
    link: shortUrl(publicUrl, row.default_slug),
    default_link_id: row.default_link_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    archived_at: row.archived_at?.toISOString() ?? null,
    created_by: row.creator_email,
  };
}
