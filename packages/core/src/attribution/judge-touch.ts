import type {
  Candidate,
  Conversion,
  RejectionReason,
  Rules,
  Suspicion,
  Touch,
  TouchMatch,
} from './decision.ts';
import { matchTouch } from './match-touch.ts';
import { findSuspicions } from './plausibility.ts';
import { windowSeconds } from './windows.ts';

/** A touch on its own: what connects it to the device, and what speaks against it. */
export interface JudgedTouch {
  touch: Touch;
  match: TouchMatch | null;
  similarity: number | null;
  ageSeconds: number;
  windowSeconds: number | null;
  suspicions: Suspicion[];
  /** Why it cannot win, whatever the others are; null when it can. */
  loss: { outcome: 'rejected' | 'outside_window'; because: string } | null;
  /** It could win if it were plausible. */
  isImplausible: boolean;
}

export interface ValidTouch extends JudgedTouch {
  match: TouchMatch;
  loss: null;
}

export function isValid(judged: JudgedTouch): judged is ValidTouch {
  return judged.loss === null && judged.match !== null;
}

/** How the reason begins when a touch is rejected for a suspicion, which follows. */
const NOT_BELIEVED = 'it is not believed: ';

/** The suspicion for which a touch was rejected; null when it lost or won by anything else. */
export function implausibilityOf({ because, suspicions }: Candidate): RejectionReason | null {
  return suspicions.find(({ reason }) => because === `${NOT_BELIEVED}${reason}`)?.reason ?? null;
}

/** Whether this is an open of an app that was there before: only such an open can bring somebody back. */
export function isReturn(conversion: Conversion): boolean {
  return conversion.kind !== 'first_open' && conversion.before !== null;
}

/** Judges one touch without looking at the others. */
export function judgeTouch(conversion: Conversion, touch: Touch, rules: Rules): JudgedTouch {
  const ageMs = Date.parse(conversion.at) - Date.parse(touch.at);
  const connection = matchTouch(conversion, touch, rules.thresholds);
  const { match } = connection;
  const suspicions = findSuspicions(touch, match, conversion, rules);
  const window = match && windowSeconds(match, touch.windows, conversion.platform);
  const obstacle = findObstacle(conversion, touch, ageMs) ?? connection.because;
  const disqualifying = suspicions.find(({ level }) => level === 'no_credit');
  const outside = window === null ? '' : whyOutside(ageMs, window);
  return {
    touch,
    match,
    similarity: connection.similarity,
    ageSeconds: Number.isNaN(ageMs) ? 0 : ageMs / 1000,
    windowSeconds: window,
    suspicions,
    loss: lossOf(obstacle || (disqualifying ? `${NOT_BELIEVED}${disqualifying.reason}` : ''), outside),
    isImplausible: !obstacle && disqualifying !== undefined && !outside,
  };
}

function lossOf(rejection: string, outside: string): JudgedTouch['loss'] {
  if (rejection) return { outcome: 'rejected', because: rejection };
  return outside ? { outcome: 'outside_window', because: outside } : null;
}

/** What rules a touch out, regardless of its plausibility. */
function findObstacle(conversion: Conversion, touch: Touch, ageMs: number): string | null {
  if (Number.isNaN(ageMs)) return 'its time cannot be read';
  if (ageMs < 0) return 'it came after the open';
  if (!isReturn(conversion)) {
    // When a late claim of a network is decided, the install keeps its own touch.
    const isUsed = touch.usedBy !== null && touch.usedBy !== conversion.installId;
    return isUsed ? 'it is already credited with another install' : null;
  }
  if (touch.usedBy !== null) return 'it is already credited';
  const installedAt = Date.parse(conversion.before?.installedAt ?? '');
  return Date.parse(touch.at) <= installedAt ? 'it came before the app was installed' : null;
}

/** A touch exactly as old as its window is inside. */
function whyOutside(ageMs: number, window: number): string {
  if (window === 0) return 'its window is 0: such touches are not credited';
  if (ageMs <= window * 1000) return '';
  return `it is ${ageMs / 1000} s old, its window is ${window} s`;
}
