import type { Tx } from '../../db/connection.ts';
import { dayOf, type Partitions } from '../../db/partitions.ts';
import { prepare } from '../../db/run-prepared.ts';
import { creditAt } from '../../pipeline/credit.ts';
import type { Fact, Group, InstallState, MovedFirst, Step } from '../../pipeline/group.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { FACTS, type FactRow, STORE_FACTS, type TimelinePart } from './store-statement.ts';

/** Each day is written out once, however many facts it has. */
function daysOf(facts: Fact[]): string[] {
  const days = new Set(facts.map(({ occurredAt }) => Math.floor(occurredAt.getTime() / DAY_MS)));
  return [...days].map((day) => dayOf(new Date(day * DAY_MS)));
}

/** Of those that have the same key the first; an open may have the key of the minute before. */
function distinctFacts(facts: Fact[]): Fact[] {
  const keys = new Set<string>();
  return facts.filter(({ key, item: { previousKey } }) => {
    if (key === null) return true;
    if (keys.has(key) || (previousKey !== undefined && keys.has(previousKey))) return false;
    return keys.add(key);
  });
}

/** Only where there is more than one part: otherwise every day is credited as the fact is. */
function timelineOf({ timeline }: InstallState): TimelinePart[] | null {
  if (timeline.length < 2) return null;
  return timeline.map(({ from, credit }) => ({
    campaign_id: credit.campaignId,
    link_id: credit.linkId,
    network: credit.network,
    since: from,
  }));
}

function rowOf(fact: Fact, n: number): FactRow {
  const { install, item } = fact;
  const credit = creditAt(install, fact.occurredAt);
  return {
    n,
    key: fact.key,
    previous_key: item.previousKey ?? null,
    id: fact.id,
    occurred_at: fact.occurredAt,
    received_at: item.receivedAt,
    install_id: install.installId,
    kind: fact.kind,
    name: fact.name,
    user_id: fact.userId,
    platform: install.platform,
    country: install.country,
    campaign_id: credit.campaignId,
    link_id: credit.linkId,
    network: credit.network,
    amount: fact.amount,
    currency: fact.currency,
    data: fact.data,
    imported: item.imported !== null,
    is_other: fact.isOther ?? false,
    session_id: item.visit?.sessionId ?? null,
    cohort_date: install.cohortDate,
    installed_at: install.installedAt,
    timeline: timelineOf(install),
  };
}

/** The number of a fact that was stored before, or a first that is not the first any more. */
interface AnswerRow {
  n: number | null;
  subject: string;
  name: string;
  event_id: string;
  first_at: Date;
}

const storeFacts = prepare<AnswerRow>(STORE_FACTS);

const asMoved = (row: AnswerRow): MovedFirst => ({
  eventId: row.event_id,
  at: row.first_at,
  counts: row.subject.startsWith('u:')
    ? { metric: 'signups', eventName: '' }
    : { metric: 'first_events', eventName: row.name },
});

async function store(tx: Tx, group: Group, facts: Fact[]): Promise<void> {
  const rows = await storeFacts(tx, [group.projectId, group.now, ...FACTS.values(facts.map(rowOf))]);
  const repeats = new Set(rows.flatMap(({ n }) => n ?? []));
  group.stored = repeats.size === 0 ? facts : facts.filter((_, n) => !repeats.has(n));
  group.movedFirsts = rows.filter(({ n }) => n === null).map(asMoved);
}

/** Puts what is new into `events`, under the credit in force at its own time, and counts it. A repeat is harmless. */
export const createStoreFacts =
  (partitions: Partitions): Step =>
  async (tx, group) => {
    if (group.facts.length === 0) return;
    partitions.expect('events', daysOf(group.facts));
    await store(tx, group, distinctFacts(group.facts));
  };
