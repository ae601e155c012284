import type { Touch } from '@trailmark/core/attribution/decision';
import { isDeterministic } from '@trailmark/core/attribution/rank-touches';
import type { Tx } from '../../db/connection.ts';
import type { ProjectConfig } from '../../pipeline/group.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Asked, Decided } from './conversion.ts';
import { findStanding, releaseTouch, type Standing } from './standing.ts';

/** Sessions end after half an hour. */
export const SESSION_MS = 30 * MINUTE_MS;
/** Links that lose are told of in a receipt, but not without end. */
const MOST_REVISIONS = 10;

/**
 * Apps tell of the link that opened them a moment after they told that they were opened. In its first session an
 * install that nobody is credited with for certain is decided anew, if the click came before the first open. Who was
 * brought back since then was so by a link, for certain.
 */
export function mayBeLate({
  item,
  install,
  evidence,
}: Pick<Asked, 'item' | 'install' | 'evidence'>): boolean {
  const openedAt = install.installedAt;
  if (openedAt === null || isDeterministic(install.matchType) || install.revision >= MOST_REVISIONS)
    return false;
  const isFirstSession = item.receivedAt.getTime() - openedAt.getTime() <= SESSION_MS;
  return isFirstSession && evidence.clicks.some(({ click }) => click.clickedAt <= openedAt);
}

function isTold({ receipt }: Standing, { evidence }: Asked): boolean {
  return evidence.clicks.every(({ click, foundBy }) =>
    receipt.touches.some((touch) => touch.id === click.id && touch.foundBy.includes(foundBy)),
  );
}

/** Marks the opens that make a first decision anew: those that tell of a click which it does not know of. */
export async function findLateLinks(tx: Tx, projectId: string, asks: Asked[]): Promise<void> {
  const late = asks.filter((ask) => ask.kind === 'deep_link' && mayBeLate(ask));
  if (late.length === 0) return;
  const installIds = late.map(({ install }) => install.installId);
  const standing = await findStanding(tx, projectId, installIds);
  for (const ask of late) {
    const found = standing.get(ask.install.installId);
    if (found && !isTold(found, ask)) ask.revises = found;
  }
}

/** The project with the windows of the day: a change of them applies to what is opened from then on. */
export function projectThen({ item: { project }, revises }: Asked): ProjectConfig {
  if (!revises) return project;
  const { windows } = revises.receipt.rules;
  return { ...project, rules: { ...project.rules, windows, networkWindows: revises.network_windows ?? {} } };
}

/** The touches of a receipt and those of the link; one that was found otherwise before is now found by both. */
export function withLink({ receipt }: Standing, told: Touch[]): Touch[] {
  const known = new Map(receipt.touches.map((touch) => [touch.id, touch]));
  for (const touch of told) {
    const old = known.get(touch.id);
    const foundBy = [...new Set([...(old?.foundBy ?? []), ...touch.foundBy])];
    known.set(touch.id, { ...(old ?? touch), foundBy, usedBy: touch.usedBy });
  }
  return [...known.values()];
}

/** Clicks that lost their install by what was decided anew. */
export async function releaseLosers(tx: Tx, decided: Decided[]): Promise<void> {
  for (const { asked, receipt } of decided) {
    const old = asked.revises?.receipt.decision.touchId ?? null;
    if (old !== receipt.decision.touchId) await releaseTouch(tx, asked.install, old);
  }
}
