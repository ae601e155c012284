import { ORGANIC } from '@trailmark/contract/networks';
import { LEVELS } from '@trailmark/contract/plausibility';
import { decideKind } from './decide-kind.ts';
import {
  type Candidate,
  type Conversion,
  type Decision,
  REJECTION_REASONS,
  type Rules,
  type Suspicion,
  type Touch,
} from './decision.ts';
import { isReturn, isValid, type JudgedTouch, judgeTouch, type ValidTouch } from './judge-touch.ts';
import { className, classRank, compareTouches } from './rank-touches.ts';

/**
 * Decides who is credited with an open. It knows nothing but its arguments, and the order of `touches` does not matter:
 * the strongest class with a valid touch wins, in it the latest touch, then the stronger match, then the
 * smaller id.
 */
export function attribute(conversion: Conversion, touches: Touch[], rules: Rules): Decision {
  const judged = touches.map((touch) => judgeTouch(conversion, touch, rules)).sort(compareTouches);
  const winner = judged.find(isValid) ?? null;
  const kind = decideKind(conversion, winner?.touch ?? null, rules);
  return {
    kind,
    ...(winner ? creditTo(winner) : creditWithoutTouch(conversion, kind)),
    ...(winner ? judgementOf(winner.suspicions) : judgementOf(judged.flatMap(disqualifying))),
    candidates: winnerFirst(judged, winner).map((one) => toCandidate(one, winner)),
  };
}

function creditTo({ touch, match }: ValidTouch) {
  return {
    matchType: match,
    touchId: touch.id,
    touchedAt: touch.at,
    campaignId: touch.campaignId,
    linkId: touch.linkId,
    network: touch.network,
    adSet: touch.adSet,
    creative: touch.creative,
  };
}

const NOBODY = { campaignId: null, linkId: null, network: ORGANIC, adSet: null, creative: null };

/** A known device keeps its earlier attribution. */
function creditWithoutTouch(conversion: Conversion, kind: Decision['kind']) {
  const isKept = kind === 'reinstall' || isReturn(conversion);
  const { campaignId, linkId, network, adSet, creative } = (isKept ? conversion.before : null) ?? NOBODY;
  const matchType = isKept ? ('inherited' as const) : ('organic' as const);
  return { matchType, touchId: null, touchedAt: null, campaignId, linkId, network, adSet, creative };
}

/** The hardest level decides, and all reasons are recorded. */
function judgementOf(suspicions: Suspicion[]): Pick<Decision, 'verdict' | 'reasons'> {
  const levels = new Set(suspicions.map(({ level }) => level));
  return {
    verdict: LEVELS.findLast((level) => levels.has(level)) ?? 'clean',
    reasons: REJECTION_REASONS.filter((reason) => suspicions.some((one) => one.reason === reason)),
  };
}

/** Where nobody is credited because a touch is implausible, the decision says so. */
function disqualifying({ isImplausible, suspicions }: JudgedTouch): Suspicion[] {
  return isImplausible ? suspicions.filter(({ level }) => level === 'no_credit') : [];
}

function winnerFirst(judged: JudgedTouch[], winner: JudgedTouch | null): JudgedTouch[] {
  return winner ? [winner, ...judged.filter((one) => one !== winner)] : judged;
}

function toCandidate(judged: JudgedTouch, winner: ValidTouch | null): Candidate {
  return {
    touchId: judged.touch.id,
    matchType: judged.match,
    ageSeconds: judged.ageSeconds,
    windowSeconds: judged.windowSeconds,
    likeness: judged.similarity,
    ...(judged.loss ?? againstWinner(judged, winner)),
    suspicions: judged.suspicions,
  };
}

/** The reason of a touch that is older than the winner; any other touch of its class lost by the rule for ties. */
export const LATER_WON = 'a later touch of the same class won';

function againstWinner(
  judged: JudgedTouch,
  winner: ValidTouch | null,
): Pick<Candidate, 'outcome' | 'because'> {
  if (winner === null || judged === winner) {
    return { outcome: 'won', because: `the latest of the strongest class: ${className(judged.match)}` };
  }
  if (classRank(judged.match) > classRank(winner.match)) {
    return { outcome: 'weaker_class', because: `${className(winner.match)} is stronger` };
  }
  const isLater = Date.parse(winner.touch.at) > Date.parse(judged.touch.at);
  const because = isLater
    ? LATER_WON
    : 'a touch of the same instant won: the stronger match, else the smaller id';
  return { outcome: 'older_touch', because };
}
