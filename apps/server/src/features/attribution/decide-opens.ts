import type { Receipt } from '@trailmark/core/attribution/decision';
import { isDeterministic } from '@trailmark/core/attribution/rank-touches';
import { issueReceipt } from '@trailmark/core/attribution/receipt';
import { rulesOf } from '@trailmark/core/attribution/rules';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import type { Group, InstallState, Item, Step } from '../../pipeline/group.ts';
import { inTurns } from '../../pipeline/in-turns.ts';
import { occurredAt } from '../../pipeline/occurred-at.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { conversionOf, type DecidedOpen, type IpKnowledge, type UndecidedOpen } from './conversion.ts';
import { addAddresses, findTouches } from './find-touches.ts';
import { mayBeLate, releaseLosers } from './late-links.ts';
import { type Evidence, readEvidence } from './read-evidence.ts';
import { storeDecisions } from './store-decisions.ts';

interface Parts {
  secrets: Secrets;
  ips: IpKnowledge;
}

/** A link that is sent in the same moment as an open is evidence of it. */
function addEvidence({ evidence: { clicks } }: UndecidedOpen, added: Evidence): void {
  clicks.push(...added.clicks.filter(({ click }) => !clicks.some((known) => known.click.id === click.id)));
}

/**
 * An open with what identifies its device. Apps send the device with every link, its install referrer too, which counts
 * for the first open alone. The address of a proxy is not the device's.
 */
function openOf(item: Item, { isFirst, ips }: { isFirst: boolean; ips: IpKnowledge }): Item {
  const hasDevice = isFirst || item.call !== 'deep_link';
  const url = item.url ?? (isFirst ? (item.rememberedUrl ?? null) : null);
  return {
    ...item,
    url,
    device: hasDevice ? item.device : null,
    ip: ips.isOwnProxy(item.ip) ? null : item.ip,
  };
}

/** The first open of each install, and opens by a link; history decides nothing. */
function undecidedOpensOf(group: Group, { secrets, ips }: Parts): UndecidedOpen[] {
  const opens: UndecidedOpen[] = [];
  const firsts = new Map<InstallState, UndecidedOpen>();
  for (const given of group.items) {
    if (given.imported || (given.call !== 'open' && given.call !== 'deep_link')) continue;
    const install = group.installOf(given);
    const isFirst = install.installedAt === null;
    const item = openOf(given, { isFirst, ips });
    const known = firsts.get(install);
    if ((known || !isFirst) && !item.url) continue;
    const evidence = readEvidence(item, secrets);
    const isOfFirst = isFirst || mayBeLate({ item, install, evidence });
    if (known && isOfFirst) {
      addEvidence(known, evidence);
      continue;
    }
    const kind = isFirst ? ('first_open' as const) : ('deep_link' as const);
    const at = occurredAt(item, install);
    const found = { touches: [], touchDetails: new Map(), before: null, revises: null };
    const address = { sharedAddress: null, isAddressSkipped: false };
    const open: UndecidedOpen = { n: opens.length, item, install, kind, at, evidence, ...found, ...address };
    if (isOfFirst) firsts.set(install, open);
    opens.push(open);
  }
  return opens;
}

interface TouchUse {
  n: number;
  touch_id: string | null;
  install_id: string;
}
const TOUCH_USES = bulk<TouchUse>({ n: 'int', touch_id: 'uuid', install_id: 'text' });

const insertUses = prepare<{ touch_id: string; install_id: string }>(`
  insert into touch_uses (project_id, touch_id, install_id, used_at)
  select distinct on (touch_id) $1::uuid, touch_id, install_id, $2::timestamptz
  from ${TOUCH_USES.table(3)}
  order by touch_id, n
  on conflict (project_id, touch_id) do update set install_id = excluded.install_id
    where touch_uses.install_id = excluded.install_id
  returning touch_id, install_id`);

const usesTouch = ({ receipt: { decision } }: DecidedOpen) =>
  decision.linkId !== null && decision.touchId !== null && decision.kind !== null;

/** Its click id cannot win: then a click of its address may. */
const needsAddress = ({ open, receipt: { decision } }: DecidedOpen) =>
  open.isAddressSkipped && !isDeterministic(decision.matchType);

/** A click that wins is used up; who comes second in the same moment decides again without it. */
async function useTouches(
  tx: Tx,
  { projectId, now }: Group,
  decided: DecidedOpen[],
): Promise<Set<DecidedOpen>> {
  const credited = decided.filter(usesTouch);
  if (credited.length === 0) return new Set();
  const rows = credited.map(({ open, receipt }) => ({
    n: open.n,
    touch_id: receipt.decision.touchId,
    install_id: open.install.installId,
  }));
  const won = await insertUses(tx, [projectId, now, ...TOUCH_USES.values(rows)]);
  const keys = new Set(won.map((row) => `${row.touch_id} ${row.install_id}`));
  const isBeaten = ({ open, receipt }: DecidedOpen) =>
    !keys.has(`${receipt.decision.touchId} ${open.install.installId}`);
  return new Set(credited.filter(isBeaten));
}

/** The first open of each install that is left. */
function firstOfEach(remaining: UndecidedOpen[]): UndecidedOpen[] {
  const seen = new Set<InstallState>();
  return remaining.filter(({ install }) => !seen.has(install) && seen.add(install));
}

/** What comes later in the same group knows how the earlier ended. */
function carryOn(remaining: UndecidedOpen[], { open, receipt: { decision } }: DecidedOpen): void {
  if (decision.kind === null) return;
  const { campaignId, linkId, network, adSet, creative } = decision;
  for (const next of remaining) {
    if (next.install !== open.install || !next.before) continue;
    const lastActiveAt = open.at.toISOString();
    const isMoved = decision.kind !== 'reengagement';
    next.before = {
      ...next.before,
      lastActiveAt,
      ...(isMoved ? { campaignId, linkId, network, adSet, creative } : {}),
    };
    const touch = next.touches.find(({ id }) => id === decision.touchId);
    if (touch) touch.usedBy = open.install.installId;
  }
}

function receiptFor(open: UndecidedOpen, { ips }: Parts): Receipt {
  const { revises, touches, item } = open;
  if (revises) return issueReceipt(revises.receipt.conversion, touches, revises.receipt.rules);
  return issueReceipt(conversionOf(open, ips), touches, rulesOf(item.project.rules));
}

/** Each open of a round in its order: a touch that an earlier one wins is used up for the later ones. */
async function decideRound(opens: UndecidedOpen[], parts: Parts): Promise<DecidedOpen[]> {
  const winners = new Map<string, InstallState>();
  const decided: DecidedOpen[] = [];
  await inTurns(opens, (open) => {
    for (const touch of open.touches) {
      const winner = winners.get(touch.id);
      if (winner && winner !== open.install) touch.usedBy ??= winner.installId;
    }
    const one = { open, receipt: receiptFor(open, parts) };
    if (usesTouch(one) && !needsAddress(one)) winners.set(one.receipt.decision.touchId ?? '', open.install);
    decided.push(one);
  });
  return decided;
}

async function decideAll(tx: Tx, group: Group, opens: UndecidedOpen[], parts: Parts): Promise<DecidedOpen[]> {
  const done: DecidedOpen[] = [];
  let remaining = opens;
  while (remaining.length > 0) {
    const round = await decideRound(firstOfEach(remaining), parts);
    const decided = round.filter((one) => !needsAddress(one));
    const incomplete = round.filter(needsAddress).map(({ open }) => open);
    await addAddresses(tx, group, { opens: incomplete, ips: parts.ips });
    const beaten = await useTouches(tx, group, decided);
    for (const { open, receipt } of beaten) {
      const touch = open.touches.find(({ id }) => id === receipt.decision.touchId);
      if (touch) touch.usedBy = 'another install';
    }
    const settled = decided.filter((one) => !beaten.has(one));
    done.push(...settled);
    const isSettled = new Set(settled.map(({ open }) => open));
    remaining = remaining.filter((one) => !isSettled.has(one));
    for (const one of settled) carryOn(remaining, one);
  }
  return done.sort((one, other) => one.open.n - other.open.n);
}

/** Decides who brought the opens of the group: from what is local, before anything of it is answered. */
export function createDecideOpens(parts: Parts): Step {
  return async (tx, group) => {
    const opens = undecidedOpensOf(group, parts);
    if (opens.length === 0) return;
    await findTouches(tx, group, { opens, ips: parts.ips });
    const decided = await decideAll(tx, group, opens, parts);
    await releaseLosers(tx, decided);
    await storeDecisions(tx, group, decided);
  };
}
