import type { CampaignDraft, TargetPreview, VisitorPlatform } from '@trailmark/contract/links';
import type { LinkTarget } from '@trailmark/core/links/link-target';
import { resolveTarget } from '@trailmark/core/links/resolve-target';
import type { Visitor } from '@trailmark/core/links/visitor';
import type { z } from 'zod';
import type { Kit } from '../../platform/kit.ts';
import { noCampaign } from './acting.ts';
import { utmOf } from './campaign-fields.ts';
import { findDefaultTarget, findDraftPlaces, type TargetRow } from './link-store.ts';

const DEVICE = {
  ios: { platform: 'ios', os: 'iOS' },
  android: { platform: 'android', os: 'Android' },
  macos: { platform: 'desktop', os: 'macOS' },
  desktop: { platform: 'desktop', os: 'Windows' },
} as const;

function utmParameters(row: TargetRow): Record<string, string> {
  const set = Object.entries(utmOf(row.utm)).flatMap(([name, value]) =>
    value === null ? [] : [[`utm_${name}`, value] as const],
  );
  return Object.fromEntries(set);
}

function earlier(first: Date | null, second: Date | null): number | null {
  const ends = [first, second].flatMap((end) => (end ? [end.getTime()] : []));
  return ends.length > 0 ? Math.min(...ends) : null;
}

function asTarget(row: TargetRow): LinkTarget {
  return {
    projectId: row.project_id,
    linkId: row.link_id,
    campaignId: row.campaign_id,
    slug: row.slug,
    displayId: row.display_id,
    isDefault: true,
    network: row.network,
    projectName: row.project_name,
    website: row.website,
    active: row.campaign_active && row.link_active && row.archived_at === null,
    expiresAtMs: earlier(row.campaign_expires_at, row.link_expires_at),
    desktopRedirect: row.desktop_redirect,
    iosWebRedirect: row.ios_web_redirect,
    androidWebRedirect: row.android_web_redirect,
    iosStore: row.ios_store,
    androidStore: row.android_store,
    deepLink: row.deep_link,
    utm: utmParameters(row),
    passthrough: row.passthrough,
  };
}

function asVisitor(platform: VisitorPlatform, inApp: boolean): Visitor {
  return {
    kind: 'person',
    ...DEVICE[platform],
    inApp: inApp ? 'Instagram' : null,
    osVersion: null,
    model: null,
    language: null,
  };
}

interface PreviewQuery {
  projectId: string;
  campaignId: string;
  platform: VisitorPlatform;
  inApp: boolean;
}

function presentTarget(kit: Kit, link: LinkTarget, visitor: Visitor): TargetPreview {
  const visit = { clickToken: null, query: new URLSearchParams(), nowMs: kit.clock.now().getTime() };
  const target = resolveTarget(link, visitor, visit);
  if (target.kind === 'redirect') return target;
  if (target.kind === 'interstitial') {
    return { kind: 'interstitial', app_url: target.appUrl, else_url: target.elseUrl };
  }
  if (target.kind === 'gone') return { kind: 'gone', reason: target.reason };
  throw new Error(`A known link led a person to ${target.kind}.`);
}

/** Asks the very function that decides for real visitors; nothing is recorded. */
export async function previewTarget(kit: Kit, query: PreviewQuery): Promise<TargetPreview> {
  const row = await findDefaultTarget(kit.db, query.projectId, query.campaignId);
  if (!row) throw noCampaign();
  return presentTarget(kit, asTarget(row), asVisitor(query.platform, query.inApp));
}

interface Draft {
  projectId: string;
  draft: z.output<typeof CampaignDraft>;
  visitors: { platform: VisitorPlatform; in_app: boolean }[];
}

/** The same for what is only typed. */
export async function previewDraft(
  kit: Kit,
  { projectId, draft, visitors }: Draft,
): Promise<TargetPreview[]> {
  const project = await findDraftPlaces(kit.db, projectId, [
    draft.ios_store_listing_id,
    draft.android_store_listing_id,
  ]);
  const storeOf = (id: string | null | undefined) => project.stores.get(id ?? '') ?? null;
  const link: LinkTarget = {
    projectId,
    linkId: projectId,
    campaignId: projectId,
    slug: '',
    displayId: '',
    isDefault: true,
    network: 'NONE',
    projectName: project.name,
    website: project.website,
    active: true,
    expiresAtMs: null,
    desktopRedirect: draft.desktop_redirect ?? null,
    iosWebRedirect: draft.ios_web_redirect ?? null,
    androidWebRedirect: draft.android_web_redirect ?? null,
    iosStore: storeOf(draft.ios_store_listing_id) ?? project.appStoreLink,
    androidStore: storeOf(draft.android_store_listing_id) ?? project.playStoreLink,
    deepLink: draft.deep_link ?? null,
    utm: {},
    passthrough: [],
  };
  return visitors.map(({ platform, in_app }) => presentTarget(kit, link, asVisitor(platform, in_app)));
}
