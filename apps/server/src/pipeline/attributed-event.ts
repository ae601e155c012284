import type { MatchType, Verdict } from '@trailmark/core/attribution/decision';
import { type Credit, creditPeriodAt } from './credit.ts';
import type { Fact, Group, NewDecision } from './group.ts';

/** What a group has stored, with the campaign that is credited for it: what others are notified of. */
export interface AttributedEvent {
  /** The row of a fact, or the decision itself. Every open is a fact; one that is a conversion is a decision too. */
  storedIn: 'events' | 'decisions';
  /** The same for the same thing, however often it is read: a receiver recognises a repeat by it. */
  id: string;
  kind: Fact['kind'] | NewDecision['kind'];
  /** Of an event as it was sent; names of ours begin with $. */
  name: string;
  projectId: string;
  installId: string;
  userId: string | null;
  /** Its own time; of a decision, from when on it is in force. */
  occurredAt: Date;
  receivedAt: Date;
  /** At its own time. */
  credit: Credit;
  /** Of the decision that gives the credit. */
  matchType: MatchType | null;
  /** Of the same decision. */
  revision: number;
  /** A decision about an open that was decided before. */
  isRevised: boolean;
  /** Of a decision: whether it is suspicious. */
  verdict: Verdict;
  amount: string | null;
  currency: string | null;
  data: Record<string, unknown> | null;
  platform: string;
  country: string;
  isImported: boolean;
  /** Until then a network may still claim the install; null: nothing is awaited. */
  claimPendingUntil: Date | null;
}

const ofInstall = ({ install }: Fact | NewDecision) => ({
  projectId: install.projectId,
  installId: install.installId,
  platform: install.platform,
  country: install.country,
  claimPendingUntil: install.claimPendingUntil,
});

function ofFact(fact: Fact): AttributedEvent {
  const { credit, matchType, revision } = creditPeriodAt(fact.install, fact.occurredAt);
  return {
    storedIn: 'events',
    id: fact.id,
    kind: fact.kind,
    name: fact.name,
    ...ofInstall(fact),
    userId: fact.userId,
    occurredAt: fact.occurredAt,
    receivedAt: fact.item.receivedAt,
    credit,
    matchType,
    revision,
    isRevised: false,
    verdict: 'clean' as const,
    amount: fact.amount,
    currency: fact.currency,
    data: fact.data,
    isImported: fact.item.imported !== null,
  };
}

function ofDecision(decision: NewDecision): AttributedEvent {
  const { install, kind, credit, matchType, revision, isRevised, verdict } = decision;
  return {
    storedIn: 'decisions',
    id: `${install.installId} ${revision}`,
    kind,
    name: `$${kind}`,
    ...ofInstall(decision),
    userId: install.userId,
    occurredAt: decision.inForceFrom,
    receivedAt: decision.receivedAt,
    credit,
    matchType,
    revision,
    isRevised,
    verdict,
    amount: null,
    currency: null,
    data: null,
    isImported: decision.isImported,
  };
}

/** Everything new of a group that went through all steps: its decisions, then its facts. */
export function attributedEventsOf({ decisions, stored }: Group): AttributedEvent[] {
  return [...decisions.map(ofDecision), ...stored.map(ofFact)];
}
