import type { AlertCondition } from '@trailmark/contract/alert-condition';
import type { ClosedBecause, Measured } from '@trailmark/contract/alerts';
import { judge } from './judge.ts';

/** More than this of one rule at a time are noise. */
export const MOST_OPEN = 200;

interface OpenFiring {
  firingId: string;
  subject: string;
}

export interface NextFirings<Firing extends OpenFiring> {
  opened: Measured[];
  kept: { firing: Firing; measured: Measured }[];
  /** Without a measurement where the subject is gone. */
  closed: { firing: Firing; measured: Measured | null; because: ClosedBecause }[];
}

const BECAUSE = { ok: 'over', too_small: 'too_small' } as const;

/** What opens, stays open and closes, by what was measured now. */
export function nextFirings<Firing extends OpenFiring>(
  condition: AlertCondition,
  open: readonly Firing[],
  measured: readonly Measured[],
): NextFirings<Firing> {
  const next: NextFirings<Firing> = { opened: [], kept: [], closed: [] };
  const bySubject = new Map(open.map((firing) => [firing.subject, firing]));
  for (const one of measured) {
    const firing = bySubject.get(one.subject);
    bySubject.delete(one.subject);
    const verdict = judge(condition, one, firing !== undefined);
    if (!firing && verdict === 'firing') next.opened.push(one);
    if (!firing) continue;
    if (verdict === 'firing') next.kept.push({ firing, measured: one });
    else next.closed.push({ firing, measured: one, because: BECAUSE[verdict] });
  }
  for (const firing of bySubject.values()) next.closed.push({ firing, measured: null, because: 'gone' });
  next.opened.splice(Math.max(0, MOST_OPEN - next.kept.length));
  return next;
}
