import type { LinkTarget } from '@trailmark/core/links/link-target';

export interface ProjectRow {
  project_id: string;
  name: string;
  website: string | null;
  app_store_link: string | null;
  play_store_link: string | null;
}

export interface CampaignRow {
  project_id: string;
  id: string;
  display_id: string;
  network: string;
  active: boolean;
  expires_at: Date | null;
  desktop_redirect: string | null;
  ios_web_redirect: string | null;
  android_web_redirect: string | null;
  ios_store_listing_id: string | null;
  android_store_listing_id: string | null;
  deep_link: string | null;
  utm: Record<string, string | null>;
  passthrough: string[];
}

export interface LinkRow {
  project_id: string;
  id: string;
  campaign_id: string;
  slug: string;
  is_default: boolean;
  active: boolean;
  expires_at: Date | null;
}

function earlier(first: Date | null, second: Date | null): number | null {
  if (!first || !second) return (first ?? second)?.getTime() ?? null;
  return Math.min(first.getTime(), second.getTime());
}

function utmOf({ utm }: CampaignRow): Record<string, string> {
  const set = Object.entries(utm).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return Object.fromEntries(set.map(([name, value]) => [`utm_${name}`, value]));
}

/** What the edge knows of a link, from the rows that say it. */
export function targetOf(
  link: LinkRow,
  campaign: CampaignRow,
  { project, listings }: { project: ProjectRow; listings: Map<string, string> },
): LinkTarget {
  const listing = (id: string | null) => (id === null ? null : (listings.get(id) ?? null));
  return {
    projectId: link.project_id,
    linkId: link.id,
    campaignId: campaign.id,
    slug: link.slug,
    displayId: campaign.display_id,
    isDefault: link.is_default,
    network: campaign.network,
    projectName: project.name,
    website: project.website,
    active: link.active && campaign.active,
    expiresAtMs: earlier(link.expires_at, campaign.expires_at),
    desktopRedirect: campaign.desktop_redirect,
    iosWebRedirect: campaign.ios_web_redirect,
    androidWebRedirect: campaign.android_web_redirect,
    iosStore: listing(campaign.ios_store_listing_id) ?? project.app_store_link,
    androidStore: listing(campaign.android_store_listing_id) ?? project.play_store_link,
    deepLink: campaign.deep_link,
    utm: utmOf(campaign),
    passthrough: campaign.passthrough,
  };
}
