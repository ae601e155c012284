import type { Touch } from '@trailmark/core/attribution/decision';
import type { Tx } from '../../db/connection.ts';
import type { Group } from '../../pipeline/group.ts';
import { inTurns } from '../../pipeline/in-turns.ts';
import { createAddNearby } from './add-nearby.ts';
import type { LookupKey } from './candidate-statement.ts';
import type { IpKnowledge, UndecidedOpen } from './conversion.ts';
import { type CandidateLookup, findCandidates } from './find-candidates.ts';
import { findCoupons } from './find-coupons.ts';
import { type DeviceKey, findKnownDevices, quietUntil } from './find-known-devices.ts';
import { findLateLinks, projectThen, withLink } from './late-links.ts';
import { claimOf } from './read-evidence.ts';

function lookupsOf({ n, item, evidence, kind }: UndecidedOpen): CandidateLookup[] {
  const nothing = { click_id: null, clicked_at: null, link_id: null, found_by: null };
  const common = { ...nothing, advertising_id: null, ip: null };
  const keys: LookupKey[] = evidence.clicks.map(({ click, foundBy }) => ({
    ...common,
    click_id: click.id,
    clicked_at: click.clickedAt,
    link_id: click.linkId,
    found_by: foundBy,
  }));
  // An open by a link is decided by that link alone.
  const advertisingId = kind === 'deep_link' ? null : (item.device?.advertisingId ?? null);
  // Nor is a visitor of a site ever matched by similarity.
  const ip = kind === 'deep_link' || item.platform === 'web' ? null : item.ip;
  if (advertisingId !== null) keys.push({ ...common, advertising_id: advertisingId });
  if (ip !== null) keys.push({ ...common, ip });
  return keys.map((key) => ({ n, key }));
}

function deviceKey({ n, item, install, kind, at, evidence }: UndecidedOpen): DeviceKey {
  const clickedAt = evidence.clicks.map(({ click }) => click.clickedAt);
  return {
    n,
    install_id: install.installId,
    itself: kind === 'deep_link',
    at,
    active_until: kind === 'deep_link' ? quietUntil(at, clickedAt) : at,
    advertising_id: item.device?.advertisingId ?? null,
    vendor_id: item.device?.vendorId ?? null,
    previous_install_id: item.device?.previousInstallId ?? null,
    user_id: item.userId,
  };
}

/** Recorded in the receipt for click ids that cannot win. Of another project's click nothing is kept. */
function powerlessTouches({ item, at, evidence }: UndecidedOpen): Touch[] {
  const touch = (): Touch => ({
    ...claimOf(item, at),
    kind: 'click',
    network: 'UNKNOWN',
    foundBy: ['click_id'],
    windows: item.project.rules.windows,
  });
  return [
    ...(evidence.isForged ? [{ ...touch(), isForged: true }] : []),
    ...(evidence.isOfOtherApp ? [{ ...touch(), isOfOtherApp: true }] : []),
  ];
}

/** Finds what speaks for whom: touches by id and by address, and what is known of the device. */
export async function findTouches(
  tx: Tx,
  group: Group,
  { opens, ips }: { opens: UndecidedOpen[]; ips: IpKnowledge },
): Promise<void> {
  await findLateLinks(tx, group.projectId, opens);
  const candidates = await findCandidates(tx, opens.flatMap(lookupsOf), {
    projectId: group.projectId,
    now: group.now,
    contextOf: (n) => ({ project: projectThen(opens[n] as UndecidedOpen), isRelay: ips.isRelay }),
  });
  const coupons = await findCoupons(tx, group, opens);
  const known = await findKnownDevices(tx, group.projectId, opens.map(deviceKey));
  const addNearby = createAddNearby(ips);
  await inTurns(opens, (open) => {
    const found = candidates.get(open.n);
    if (found && found.nearby.length > 0) addNearby(open, found);
    open.touches = open.revises
      ? withLink(open.revises, found?.touches ?? [])
      : [
          ...(found?.touches ?? []),
          ...(coupons.get(open.n) ?? []),
          ...open.evidence.claims,
          ...powerlessTouches(open),
        ];
    open.touchDetails = found?.details ?? open.touchDetails;
    open.before = known.get(open.n) ?? null;
  });
}
