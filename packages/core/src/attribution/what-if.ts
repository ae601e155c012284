import type { AttributionWindows } from '@trailmark/contract/windows';
import { attribute } from './attribute.ts';
import type { Decision, Receipt } from './decision.ts';
import type { NameOf } from './explain.ts';
import { isDeterministic } from './rank-touches.ts';
import { wordsOf } from './touch-words.ts';

/** The outcome of the same touches under other windows. */
export interface WhatIf {
  change: string;
  result: string;
  same: boolean;
}

const CHANGES: { change: string; windows: Partial<AttributionWindows> }[] = [
  { change: 'Probabilistic window 24 h', windows: { probabilistic_hours: 24 } },
  { change: 'Click window 1 h', windows: { click_hours: 1 } },
  { change: 'Click window 30 days', windows: { click_hours: 720 } },
  { change: 'View window 72 h', windows: { view_hours: 72 } },
];

/** Visitors of a site have a window of their own, and are never matched by similarity. */
const WEB_CHANGES: typeof CHANGES = [
  { change: 'Web click window 1 day', windows: { web_days: 1 } },
  { change: 'Web click window 90 days', windows: { web_days: 90 } },
];

function decideWith({ conversion, touches, rules }: Receipt, windows: Partial<AttributionWindows>): Decision {
  return attribute(
    conversion,
    touches.map((touch) => ({ ...touch, windows: { ...touch.windows, ...windows } })),
    { ...rules, windows: { ...rules.windows, ...windows } },
  );
}

function isSame(a: Decision, b: Decision): boolean {
  return (
    a.kind === b.kind &&
    a.touchId === b.touchId &&
    a.campaignId === b.campaignId &&
    a.network === b.network &&
    a.matchType === b.matchType
  );
}

function resultWords({ decision: before, conversion }: Receipt, after: Decision, nameOf: NameOf): string {
  if (after.kind === null) return `an ordinary ${wordsOf(conversion).open}`;
  if (after.matchType === 'organic') return 'organic';
  const name = nameOf(after);
  if (after.matchType === 'inherited') return `it stays with ${name}`;
  const isSameSource = before.campaignId === after.campaignId && before.network === after.network;
  return isSameSource && before.touchId !== null ? `${name}, by another touch` : name;
}

/** Without its click id, a click that was not looked up may have won. */
const skippedWords = ({ conversion }: Receipt, after: Decision): string =>
  conversion.isAddressSkipped && !isDeterministic(after.matchType)
    ? ', or a click from the same address: those were not looked up'
    : '';

/** Decides a receipt again under a few other windows. */
export function whatIfs(receipt: Receipt, nameOf: NameOf): WhatIf[] {
  const changes = receipt.conversion.platform === 'web' ? WEB_CHANGES : CHANGES;
  return changes.map(({ change, windows }) => {
    const after = decideWith(receipt, windows);
    const same = isSame(receipt.decision, after);
    if (same) return { change, same, result: 'the same' };
    return { change, same, result: resultWords(receipt, after, nameOf) + skippedWords(receipt, after) };
  });
}
