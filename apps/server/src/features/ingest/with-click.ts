import { deniesAds } from '@trailmark/core/client/read-consent';
import { CLICK_PARAMETER } from '@trailmark/core/links/signed-click';
import type { InstallState, Item } from '../../pipeline/group.ts';
import { occurredAt } from '../../pipeline/occurred-at.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { ClientDoor } from './door.ts';
import { isRepeat } from './drop-repeats.ts';
import { findInstall } from './find-install.ts';
import type { FoundLink } from './find-link.ts';
import { isOpenedByApp } from './unsigned-pages.ts';

/** What an app tells within a minute is one launch. */
const LAUNCH_MS = MINUTE_MS;

/** A link that led to a first open was tapped before it, though apps tell of it afterwards. */
function tappedAt(item: Item, install: InstallState): Date {
  const { installedAt } = install;
  const at = occurredAt(item, install);
  const isLaunch = installedAt !== null && at.getTime() - installedAt.getTime() <= LAUNCH_MS;
  return isLaunch ? installedAt : at;
}

/** A link that came straight to the app gets the click id that it would have got at our door. */
export async function withClick(door: ClientDoor, item: Item): Promise<FoundLink | null> {
  if (!item.url) return null;
  const link = await door.findLink(item.project.projectId, item.url);
  if (!link?.isOpen || item.url.includes(`${CLICK_PARAMETER}=`)) return link;
  const { db } = await door.connection.of(item.project.projectId);
  if (await isRepeat(db, item)) return link;
  const install = await findInstall(db, item.project.projectId, item.installId);
  if (item.isUnsignedPage && isOpenedByApp(install)) return link;
  const isRefused = install.deniesAds || deniesAds(item.consent ?? {});
  const token = await door.recordAppOpen({
    projectId: item.project.projectId,
    linkId: link.linkId,
    campaignId: link.campaignId,
    network: link.network,
    installId: item.installId,
    platform: item.platform,
    at: tappedAt(item, install),
    ip: item.ip,
    country: item.country,
    advertisingId: isRefused ? null : (item.device?.advertisingId ?? null),
  });
  item.url += `${item.url.includes('?') ? '&' : '?'}${CLICK_PARAMETER}=${token}`;
  return link;
}
