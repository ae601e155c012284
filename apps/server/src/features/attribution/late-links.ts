import type { MatchType, Touch } from '@trailmark/core/attribution/decision';
import { isDeterministic } from '@trailmark/core/attribution/rank-touches';
import type { Tx } from '../../db/connection.ts';
import { occurredAt } from '../../pipeline/occurred-at.ts';
import type { ProjectConfig } from '../../pipeline/project-config.ts';
import { later } from '../../platform/clock.ts';
import type { DecidedOpen, UndecidedOpen } from './conversion.ts';
import { type CurrentDecision, findCurrentDecisions, findReturn, releaseTouch } from './current-decision.ts';
import { SESSION_MS } from './find-known-devices.ts';

/** A receipt also lists links that lose, but not without limit. */
const MOST_REVISIONS = 10;

/**
 * Apps report the link that opened them a moment after the open itself. In its first session an install whose credit is
 * not deterministic is decided again, if the click came before the first open.
 */
export function mayBeLate({
  item,
  install,
  evidence,
}: Pick<UndecidedOpen, 'item' | 'install' | 'evidence'>): boolean {
  const openedAt = install.installedAt;
  if (openedAt === null || isDeterministic(install.matchType) || install.revision >= MOST_REVISIONS)
    return false;
  const isFirstSession = occurredAt(item, install).getTime() - openedAt.getTime() <= SESSION_MS;
  return isFirstSession && evidence.clicks.some(({ click }) => click.clickedAt <= openedAt);
}

function isKnownLink({ receipt }: CurrentDecision, { evidence }: UndecidedOpen): boolean {
  return evidence.clicks.every(({ click, foundBy }) =>
    receipt.touches.some((touch) => touch.id === click.id && touch.foundBy.includes(foundBy)),
  );
}

/** By these a network can claim a session. */
const CLAIMED: readonly (MatchType | null)[] = ['google_ads', 'view'];

/** The same for a return that a network claimed before the app reported its link: the click competes with the claim. */
async function findClaimedReturn(tx: Tx, open: UndecidedOpen): Promise<CurrentDecision | null> {
  const { install, at, evidence } = open;
  if (install.revision < 2 || !CLAIMED.includes(install.matchType)) return null;
  const found = await findReturn(tx, install, { from: later(at, -SESSION_MS), to: at, at });
  if (!found || found.receipt.touches.length >= MOST_REVISIONS || isKnownLink(found, open)) return null;
  const isClaimed = found.receipt.conversion.kind === 'session';
  return isClaimed && evidence.clicks.some(({ click }) => click.clickedAt <= found.in_force_from)
    ? found
    : null;
}

/** Marks the opens that revise a decision: those that report a click which it does not know of. */
export async function findLateLinks(tx: Tx, projectId: string, opens: UndecidedOpen[]): Promise<void> {
  const linked = opens.filter(({ kind }) => kind === 'deep_link');
  for (const open of linked) open.revises = await findClaimedReturn(tx, open);
  const late = linked.filter((open) => !open.revises && mayBeLate(open));
  if (late.length === 0) return;
  const installIds = late.map(({ install }) => install.installId);
  const decisions = await findCurrentDecisions(tx, projectId, installIds);
  for (const open of late) {
    const found = decisions.get(open.install.installId);
    if (found && !isKnownLink(found, open)) open.revises = found;
  }
}

/** The project with the windows of the day: a change of them applies to what is opened from then on. */
export function projectThen({ item: { project }, revises }: UndecidedOpen): ProjectConfig {
  if (!revises) return project;
  const { windows } = revises.receipt.rules;
  return { ...project, rules: { ...project.rules, windows, networkWindows: revises.network_windows ?? {} } };
}

/** The touches of a receipt and those of the link; one that was found otherwise before is now found by both. */
export function withLink({ receipt }: CurrentDecision, linkTouches: Touch[]): Touch[] {
  const known = new Map(receipt.touches.map((touch) => [touch.id, touch]));
  for (const touch of linkTouches) {
    const old = known.get(touch.id);
    const foundBy = [...new Set([...(old?.foundBy ?? []), ...touch.foundBy])];
    known.set(touch.id, { ...(old ?? touch), foundBy, usedBy: touch.usedBy });
  }
  return [...known.values()];
}

/** Clicks that lost their install by a revised decision are free again. */
export async function releaseLosers(tx: Tx, decided: DecidedOpen[]): Promise<void> {
  for (const { open, receipt } of decided) {
    const old = open.revises?.receipt.decision.touchId ?? null;
    if (old !== receipt.decision.touchId) await releaseTouch(tx, open.install, old);
  }
}
