import type { Receipt, Touch } from '@trailmark/core/attribution/decision';
import { issueReceipt } from '@trailmark/core/attribution/receipt';
import { rulesOf } from '@trailmark/core/attribution/rules';
import type { Tx } from '../../db/connection.ts';
import type { Group, InstallState, Step } from '../../pipeline/group.ts';
import { occurredAt } from '../../pipeline/occurred-at.ts';
import { prepare } from '../../pipeline/run-prepared.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { type Asked, conversionOf, type Decided, type IpKnowledge } from './conversion.ts';
import { findCandidates, type LookupKey } from './find-candidates.ts';
import { type DeviceKey, findKnownDevices } from './find-known-devices.ts';
import { findLateLinks, mayBeLate, projectThen, releaseLosers, SESSION_MS, withLink } from './late-links.ts';
import { claimOf, readEvidence } from './read-evidence.ts';
import { storeDecisions } from './store-decisions.ts';

interface Parts {
  secrets: Secrets;
  ips: IpKnowledge;
}

/** What is told with an open in the same moment is part of it. */
function join({ evidence: { clicks } }: Asked, told: Asked['evidence']): void {
  clicks.push(...told.clicks.filter(({ click }) => !clicks.some((known) => known.click.id === click.id)));
}

/** The first open of each install, and opens by a link; history decides nothing. */
function asksOf(group: Group, { secrets }: Parts): Asked[] {
  const asks: Asked[] = [];
  const firsts = new Map<InstallState, Asked>();
  for (const item of group.items) {
    if (item.imported || (item.call !== 'open' && item.call !== 'deep_link')) continue;
    const install = group.installOf(item);
    const isFirst = install.installedAt === null;
    const known = firsts.get(install);
    if ((known || !isFirst) && !item.url) continue;
    const evidence = readEvidence(item, secrets);
    const isOfFirst = isFirst || mayBeLate({ item, install, evidence });
    if (known && isOfFirst) {
      join(known, evidence);
      continue;
    }
    const kind = isFirst ? ('first_open' as const) : ('deep_link' as const);
    const at = occurredAt(item, install);
    const found = { touches: [], deepLinks: new Map(), before: null, revises: null };
    const ask: Asked = { n: asks.length, item, install, kind, at, evidence, ...found };
    if (isOfFirst) firsts.set(install, ask);
    asks.push(ask);
  }
  return asks;
}

function lookupKeys({ n, item, evidence, kind }: Asked): LookupKey[] {
  const nothing = { click_id: null, clicked_at: null, link_id: null, found_by: null };
  const common = { n, project_id: item.project.projectId, ...nothing, advertising_id: null, ip: null };
  const byClick = evidence.clicks.map(({ click, foundBy }) => ({
    ...common,
    click_id: click.id,
    clicked_at: click.clickedAt,
    link_id: click.linkId,
    found_by: foundBy,
  }));
  // An open by a link is decided by that link alone.
  if (kind === 'deep_link') return byClick;
  return [...byClick, { ...common, advertising_id: item.device?.advertisingId ?? null, ip: item.ip }];
}

/**
 * The launch that a link brought about is no activity of before: apps also say that they were started. What they
 * tell within a minute is one launch.
 */
function quietUntil({ at, evidence }: Asked): Date {
  const clickedAt = Math.max(0, ...evidence.clicks.map(({ click }) => click.clickedAt.getTime()));
  const begin = Math.max(clickedAt, at.getTime() - SESSION_MS);
  return new Date(Math.min(begin, at.getTime() - MINUTE_MS));
}

function deviceKey(asked: Asked): DeviceKey {
  const { n, item, install, kind } = asked;
  return {
    n,
    project_id: install.projectId,
    install_id: install.installId,
    itself: kind === 'deep_link',
    active_until: kind === 'deep_link' ? quietUntil(asked) : asked.at,
    advertising_id: item.device?.advertisingId ?? null,
    vendor_id: item.device?.vendorId ?? null,
    user_id: item.userId,
  };
}

/** Stands in the receipt for click ids that cannot win. Of another project's click nothing is kept. */
function powerlessTouches({ item, at, evidence }: Asked): Touch[] {
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

async function gather(tx: Tx, group: Group, asks: Asked[], { ips }: Parts): Promise<void> {
  await findLateLinks(tx, asks);
  const candidates = await findCandidates(tx, asks.flatMap(lookupKeys), {
    now: group.now,
    contextOf: (n) => ({ project: projectThen(asks[n] as Asked), isRelay: ips.isRelay }),
  });
  const known = await findKnownDevices(tx, asks.map(deviceKey));
  for (const ask of asks) {
    const found = candidates.get(ask.n);
    ask.touches = ask.revises
      ? withLink(ask.revises, found?.touches ?? [])
      : [...(found?.touches ?? []), ...ask.evidence.claims, ...powerlessTouches(ask)];
    ask.deepLinks = found?.deepLinks ?? ask.deepLinks;
    ask.before = known.get(ask.n) ?? null;
  }
}

const insertUses = prepare<{ touch_id: string; install_id: string }>(`
  insert into touch_uses (project_id, touch_id, install_id, used_at)
  select distinct on (p, t) p, t, i, $2::timestamptz
  from json_to_recordset($1::json) as r (n int, p uuid, t uuid, i text)
  order by p, t, n
  on conflict (project_id, touch_id) do update set install_id = excluded.install_id
    where touch_uses.install_id = excluded.install_id
  returning touch_id, install_id`);

/** A click that wins is used up; who comes second in the same moment decides again without it. */
async function useTouches(tx: Tx, decided: Decided[], now: Date): Promise<Set<Decided>> {
  const wanted = decided.filter(
    ({ receipt: { decision } }) => decision.linkId !== null && decision.touchId !== null && decision.kind,
  );
  if (wanted.length === 0) return new Set();
  const rows = wanted.map(({ asked, receipt }) => ({
    n: asked.n,
    p: asked.install.projectId,
    t: receipt.decision.touchId,
    i: asked.install.installId,
  }));
  const won = await insertUses(tx, [JSON.stringify(rows), now]);
  const keys = new Set(won.map((row) => `${row.touch_id} ${row.install_id}`));
  const isBeaten = ({ asked, receipt }: Decided) =>
    !keys.has(`${receipt.decision.touchId} ${asked.install.installId}`);
  return new Set(wanted.filter(isBeaten));
}

/** Of each install the first that is left. */
function firstOfEach(open: Asked[]): Asked[] {
  const seen = new Set<InstallState>();
  return open.filter(({ install }) => !seen.has(install) && seen.add(install));
}

/** What comes later in the same group knows how the earlier ended. */
function carryOn(open: Asked[], { asked, receipt: { decision } }: Decided): void {
  if (decision.kind === null) return;
  const { campaignId, linkId, network, adSet, creative } = decision;
  for (const next of open) {
    if (next.install !== asked.install || !next.before) continue;
    const lastActiveAt = asked.at.toISOString();
    const isMoved = decision.kind !== 'reengagement';
    next.before = {
      ...next.before,
      lastActiveAt,
      ...(isMoved ? { campaignId, linkId, network, adSet, creative } : {}),
    };
    const touch = next.touches.find(({ id }) => id === decision.touchId);
    if (touch) touch.usedBy = asked.install.installId;
  }
}

function receiptFor(asked: Asked, { ips }: Parts): Receipt {
  const { revises, touches, item } = asked;
  if (revises) return issueReceipt(revises.receipt.conversion, touches, revises.receipt.rules);
  return issueReceipt(conversionOf(asked, ips), touches, rulesOf(item.project.rules));
}

async function decideAll(tx: Tx, group: Group, asks: Asked[], parts: Parts): Promise<Decided[]> {
  const done: Decided[] = [];
  let open = asks;
  while (open.length > 0) {
    const decided = firstOfEach(open).map((asked) => ({ asked, receipt: receiptFor(asked, parts) }));
    const beaten = await useTouches(tx, decided, group.now);
    for (const { asked, receipt } of beaten) {
      const touch = asked.touches.find(({ id }) => id === receipt.decision.touchId);
      if (touch) touch.usedBy = 'another install';
    }
    const settled = decided.filter((one) => !beaten.has(one));
    done.push(...settled);
    const isSettled = new Set(settled.map(({ asked }) => asked));
    open = open.filter((one) => !isSettled.has(one));
    for (const one of settled) carryOn(open, one);
  }
  return done.sort((one, other) => one.asked.n - other.asked.n);
}

/** Decides who brought the opens of the group: from what is local, before anything of it is answered. */
export function createDecideOpens(parts: Parts): Step {
  return async (tx, group) => {
    const asks = asksOf(group, parts);
    if (asks.length === 0) return;
    await gather(tx, group, asks, parts);
    const decided = await decideAll(tx, group, asks, parts);
    await releaseLosers(tx, decided);
    await storeDecisions(tx, group, decided);
  };
}
