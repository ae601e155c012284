import type { DomainFindings, DomainStatus } from '@trailmark/contract/domains';
import { isMiss, isUnreached, MISSES, type Miss, SILENCE, UNPROVEN, UNREACHED } from './problems.ts';

/** What DNS says: the project owns the domain, it does not, or nothing. */
export type Evidence = { by: 'txt' } | { miss: Miss; leadsHere: boolean } | 'silent';

export interface DomainState {
  status: DomainStatus;
  /** `cname`: verified before a TXT record was required. */
  verified_by: 'cname' | 'txt' | null;
  problem: string | null;
}

interface Seen {
  evidence: Evidence;
  https: DomainFindings['https'];
  /** Whether the state is that of an earlier check: one failure alone may be an accident. */
  isLater: boolean;
}

function decideOwnership(now: DomainState, { evidence, isLater }: Seen): DomainState {
  if (evidence === 'silent') return { ...now, problem: SILENCE };
  if ('by' in evidence) {
    const status = now.status === 'not_verified' ? 'verified' : now.status;
    return { status, verified_by: evidence.by, problem: isUnreached(now.problem) ? now.problem : null };
  }
  if (now.verified_by === 'cname' && evidence.leadsHere) return { ...now, problem: UNPROVEN };
  const problem = MISSES[evidence.miss];
  const isLost = now.status === 'not_verified' || (isLater && isMiss(now.problem));
  return isLost ? { status: 'not_verified', verified_by: null, problem } : { ...now, problem };
}

/** The next state of a domain. It rises at once and falls when two checks in a row say so. */
export function decideStatus(now: DomainState, seen: Seen): DomainState {
  const next = decideOwnership(now, seen);
  const { https, isLater } = seen;
  if (next.status === 'not_verified' || https === 'not_tried') return next;
  // A missing TXT record of an old domain is no failure: it must not hide that HTTPS fails.
  const hasDnsProblem =
    next.problem !== null && !isUnreached(next.problem) && !(next.problem === UNPROVEN && https !== 'ours');
  if (https === 'ours') return { ...next, status: 'live', problem: hasDnsProblem ? next.problem : null };
  const wasUnreached = isUnreached(now.problem) || now.problem === SILENCE;
  const status = next.status === 'live' && isLater && wasUnreached ? 'verified' : next.status;
  return { ...next, status, problem: hasDnsProblem ? next.problem : UNREACHED[https] };
}
