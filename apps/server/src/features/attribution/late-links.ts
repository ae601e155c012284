import type { Touch } from '@trailmark/core/attribution/decision';
import { isDeterministic } from '@trailmark/core/attribution/rank-touches';
import type { Tx } from '../../db/connection.ts';
import type { ProjectConfig } from '../../pipeline/group.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { DecidedOpen, UndecidedOpen } from './conversion.ts';
import { type CurrentDecision, findCurrentDecisions, releaseTouch } from './current-decision.ts';

/** Sessions end after half an hour. */
export const SESSION_MS = 30 * MINUTE_MS;
/** A receipt also lists links that lose, but not without limit. */
const MOST_REVISIONS = 10;

/**
 * Apps report the link that opened them a moment after the open itself. In its first session an install whose credit is
 * not deterministic is decided again, if the click came before the first open. A return since then was by a link, so its
 * credit is deterministic.
 */
export function mayBeLate({
  item,
  install,
  evidence,
}: Pick<UndecidedOpen, 'item' | 'install' | 'evidence'>): boolean {
  const openedAt = install.installedAt;
  if (openedAt === null || isDeterministic(install.matchType) || install.revision >= MOST_REVISIONS)
    return false;
  const isFirstSession = item.receivedAt.getTime() - openedAt.getTime() <= SESSION_MS;
  return isFirstSession && evidence.clicks.some(({ click }) => click.clickedAt <= openedAt);
}

function isKnownLink({ receipt }: CurrentDecision, { evidence }: UndecidedOpen): boolean {
  return evidence.clicks.every(({ click, foundBy }) =>
    receipt.touches.some((touch) => touch.id === click.id && touch.foundBy.includes(foundBy)),
  );
}

/** Marks the opens that revise a first decision: those that report a click which it does not know of. */
export async function findLateLinks(tx: Tx, projectId: string, opens: UndecidedOpen[]): Promise<void> {
  const late = opens.filter((open) => open.kind === 'deep_link' && mayBeLate(open));
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
