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

const NO_CLICK = { click_id: null, clicked_at: null, link_id: null, found_by: null };

/** An open by a link is decided by that link alone, and a visitor of a site is never matched by similarity. */
const addressOf = ({ item, kind }: UndecidedOpen) =>
  kind === 'deep_link' || item.platform === 'web' ? null : item.ip;

function addressLookup(open: UndecidedOpen): CandidateLookup[] {
  const ip = addressOf(open);
  return ip === null ? [] : [{ n: open.n, key: { ...NO_CLICK, advertising_id: null, ip } }];
}

function lookupsOf(open: UndecidedOpen): CandidateLookup[] {
  const { n, item, evidence, kind, isAddressSkipped } = open;
  const keys: LookupKey[] = evidence.clicks.map(({ click, foundBy }) => ({
    click_id: click.id,
    clicked_at: click.clickedAt,
    link_id: click.linkId,
    found_by: foundBy,
    advertising_id: null,
    ip: null,
  }));
  const advertisingId = kind === 'deep_link' ? null : (item.device?.advertisingId ?? null);
  if (advertisingId !== null) keys.push({ ...NO_CLICK, advertising_id: advertisingId, ip: null });
  const lookups = keys.map((key) => ({ n, key }));
  return isAddressSkipped ? lookups : [...lookups, ...addressLookup(open)];
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

interface Opens {
  opens: UndecidedOpen[];
  ips: IpKnowledge;
}

const candidatesOf = async (
  tx: Tx,
  { projectId, now }: Group,
  { opens, ips, lookups }: Opens & { lookups: CandidateLookup[] },
) => {
  const byNumber = new Map(opens.map((open) => [open.n, open]));
  const contextOf = (n: number) => ({
    project: projectThen(byNumber.get(n) as UndecidedOpen),
    isRelay: ips.isRelay,
  });
  return await findCandidates(tx, lookups, { projectId, now, contextOf });
};

/** Adds the clicks of the address to what speaks for opens, where they were left out at first. */
export async function addAddresses(tx: Tx, group: Group, { opens, ips }: Opens): Promise<void> {
  if (opens.length === 0) return;
  for (const open of opens) open.isAddressSkipped = false;
  const candidates = await candidatesOf(tx, group, { opens, ips, lookups: opens.flatMap(addressLookup) });
  const addNearby = createAddNearby(ips);
  await inTurns(opens, (open) => {
    const found = candidates.get(open.n);
    if (!found) return;
    addNearby(open, { ...found, touches: open.touches });
    for (const [id, details] of found.details) open.touchDetails.set(id, details);
  });
}

/** Finds what speaks for whom: touches by id and by address, and what is known of the device. */
export async function findTouches(tx: Tx, group: Group, { opens, ips }: Opens): Promise<void> {
  await findLateLinks(tx, group.projectId, opens);
  for (const open of opens) {
    open.isAddressSkipped = open.evidence.clicks.length > 0 && addressOf(open) !== null;
  }
  const candidates = await candidatesOf(tx, group, { opens, ips, lookups: opens.flatMap(lookupsOf) });
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
