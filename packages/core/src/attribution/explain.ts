import { LATER_WON } from './attribute.ts';
import type { Candidate, Decision, Receipt, RejectionReason, Touch } from './decision.ts';
import { durationWords, exceedingWords } from './duration-words.ts';
import { implausibilityOf, isReturn } from './judge-touch.ts';
import {
  connectionWords,
  evidenceWords,
  findingWords,
  kindWords,
  obstacleWords,
  reasonWords,
  wordsOf,
} from './touch-words.ts';

/** The name of a source for the reader: that of its campaign, or a substitute. */
export type NameOf = (source: { campaignId: string | null; network: string }) => string;

function touchOf(receipt: Receipt, touchId: string | null): Touch | null {
  return receipt.touches.find(({ id }) => id === touchId) ?? null;
}

function winnerOf({ decision }: Receipt): Candidate | null {
  return decision.candidates.find(({ outcome }) => outcome === 'won') ?? null;
}

function connection(receipt: Receipt, { matchType, touchId, likeness: similarity }: Candidate): string {
  const touch = touchOf(receipt, touchId);
  return matchType && touch
    ? connectionWords(matchType, touch, {
        similarity,
        isReturn: isReturn(receipt.conversion),
        conversion: receipt.conversion,
      })
    : 'Nothing connects it to this device';
}

function whenWords({ conversion }: Receipt, { ageSeconds }: Candidate): string {
  const words = wordsOf(conversion);
  const open = conversion.kind === 'first_open' ? `the ${words.firstOpen}` : `the ${words.open}`;
  return ageSeconds <= 0 ? `at the time of ${open}` : `${durationWords(ageSeconds)} before ${open}`;
}

function windowWords({ matchType, windowSeconds }: Candidate, length = durationWords(windowSeconds ?? 0)) {
  return `the window for ${matchType ? kindWords(matchType) : 'touches'} is ${length}`;
}

function suspicionWords(receipt: Receipt, { touchId, suspicions }: Candidate): string {
  const touch = touchOf(receipt, touchId);
  if (!touch) return '';
  return suspicions.map(({ reason }) => findingWords(reason, touch, receipt)).join('; ');
}

function whyWon(receipt: Receipt, won: Candidate): string {
  const why =
    receipt.decision.candidates.length === 1
      ? 'No other touch was found.'
      : 'It is the latest touch of the strongest kind.';
  const mark = suspicionWords(receipt, won);
  const sentence = `${connection(receipt, won)}, ${whenWords(receipt, won)}; ${windowWords(won)}. ${why}`;
  return mark ? `${sentence} Marked as suspicious: ${mark}.` : sentence;
}

function whyRejected(receipt: Receipt, candidate: Candidate): string {
  const touch = touchOf(receipt, candidate.touchId);
  // An obstacle is looked for first, so a touch can be suspicious and lose by something plainer.
  const implausibility = implausibilityOf(candidate);
  if (touch && implausibility) return `Rejected: ${findingWords(implausibility, touch, receipt)}.`;
  return `Not eligible: ${obstacleWords(candidate, receipt)}.`;
}

function whyOutside(receipt: Receipt, candidate: Candidate): string {
  const { matchType, windowSeconds, ageSeconds } = candidate;
  const start = connection(receipt, candidate);
  if (windowSeconds === 0) {
    return `${start}, but ${matchType ? kindWords(matchType) : 'such touches'} are not credited here: their window is 0.`;
  }
  const { length, limit } = exceedingWords(ageSeconds, windowSeconds ?? 0);
  return `${start}, but it is ${length} old, and ${windowWords(candidate, limit)}.`;
}

function whyOlder(receipt: Receipt, candidate: Candidate): string {
  const lost =
    candidate.because === LATER_WON
      ? 'a later touch of the same kind won'
      : 'another touch of the same moment won: the closer match goes first';
  return `${connection(receipt, candidate)}, ${whenWords(receipt, candidate)}, but ${lost}.`;
}

/** Why a touch won or lost, in words that a marketer understands. */
export function explainTouch(receipt: Receipt, candidate: Candidate): string {
  switch (candidate.outcome) {
    case 'won':
      return whyWon(receipt, candidate);
    case 'rejected':
      return whyRejected(receipt, candidate);
    case 'outside_window':
      return whyOutside(receipt, candidate);
    case 'weaker_class': {
      const winner = winnerOf(receipt)?.matchType;
      const stronger = winner ? evidenceWords(winner) : 'another touch';
      return `${connection(receipt, candidate)}, ${whenWords(receipt, candidate)}, but ${stronger} outweighs it.`;
    }
    case 'older_touch':
      return whyOlder(receipt, candidate);
  }
}

/** Why the first touch that would have won is implausible; a touch outside its window would not have won. */
function firstImplausibility({ verdict, candidates }: Decision): RejectionReason | null {
  if (verdict !== 'no_credit') return null;
  const inWindow = candidates.filter(
    ({ ageSeconds, windowSeconds: window }) => window && ageSeconds <= window,
  );
  return inWindow.map(implausibilityOf).find((reason) => reason !== null) ?? null;
}

function whyNobody({ decision, conversion }: Receipt): string {
  const { candidates } = decision;
  const reason = firstImplausibility(decision);
  if (reason) {
    return `Not credited: the strongest touch was rejected, since ${reasonWords(reason, conversion)}.`;
  }
  if (candidates.length === 0)
    return `Not credited: no click or view by this ${wordsOf(conversion).device} was found.`;
  if (candidates.length === 1) return 'Not credited: one touch was found, and it was not eligible.';
  return `Not credited: ${candidates.length} touches were found, and none of them was eligible.`;
}

function silenceWords({ conversion }: Receipt): string {
  const lastAt = Date.parse(conversion.before?.lastActiveAt ?? conversion.at);
  return durationWords((Date.parse(conversion.at) - lastAt) / 1000);
}

/** By a link of ours, or by what a network says. */
function returnWords(receipt: Receipt, kind: 'reengagement' | 'reattribution', name: string): string {
  const { linkId, campaignId } = receipt.decision;
  const won = winnerOf(receipt);
  const start = `Came back after ${silenceWords(receipt)} of silence by`;
  const credit =
    kind === 'reengagement' ? 'which it was credited to before' : 'which is credited from then on';
  if (linkId !== null || !won) return `${start} a link of ${name}, ${credit}.`;
  const ad = campaignId === null ? name : `an ad of ${name}`;
  return `${start} ${ad}, ${credit}: ${connection(receipt, won)}, ${whenWords(receipt, won)}.`;
}

const knownAgain = ({ isWeb }: { isWeb: boolean }) =>
  isWeb ? 'A known person came back in another browser.' : 'The app was installed again on a known device.';

/** Who is credited with an open, and why, in one sentence or two. */
export function explainDecision(receipt: Receipt, nameOf: NameOf): string {
  const { decision } = receipt;
  const { kind, matchType } = decision;
  const name = nameOf(decision);
  if (kind === 'reengagement' || kind === 'reattribution') return returnWords(receipt, kind, name);
  const words = wordsOf(receipt.conversion);
  if (kind === null) return `The ${words.product} was opened, and nothing changed.`;
  const start = kind === 'reinstall' ? `${knownAgain(words)} ` : '';
  const won = winnerOf(receipt);
  if (won) {
    // Names keep their capital.
    const why = connection(receipt, won).replace(/^(The|Address)\b/, (word) => word.toLowerCase());
    return `${start}Credited to ${name}: ${why}, ${whenWords(receipt, won)}.`;
  }
  if (matchType === 'inherited' && decision.campaignId !== null) return `${start}It stays with ${name}.`;
  return matchType === 'inherited' ? `${start}It stays without a campaign.` : `${start}${whyNobody(receipt)}`;
}
