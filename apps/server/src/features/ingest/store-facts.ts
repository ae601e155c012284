import type { Tx } from '../../db/connection.ts';
import { dayOf, type Partitions } from '../../db/partitions.ts';
import { prepare } from '../../db/run-prepared.ts';
import { creditAt } from '../../pipeline/credit.ts';
import type { Fact, Group, InstallState, MovedFirst, Step } from '../../pipeline/group.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { STORE_FACTS } from './store-statement.ts';

/** Each day is written out once, however many facts it has. */
function daysOf(facts: Fact[]): string[] {
  const days = new Set(facts.map(({ occurredAt }) => Math.floor(occurredAt.getTime() / DAY_MS)));
  return [...days].map((day) => dayOf(new Date(day * DAY_MS)));
}

/** Of those that have the same key the first; an open may have the key of the minute before. */
function distinctFacts(facts: Fact[]): Fact[] {
  const keys = new Set<string>();
  return facts.filter(({ key, install: { projectId }, item: { previousKey } }) => {
    if (key === null) return true;
    const text = `${projectId} ${key}`;
    if (keys.has(text) || keys.has(`${projectId} ${previousKey}`)) return false;
    return keys.add(text);
  });
}

/** Only where there is more than one part: otherwise every day is credited as the fact is. */
function timelineOf({ timeline }: InstallState) {
  if (timeline.length < 2) return undefined;
  return timeline.map(({ from, credit }) => ({
    c: credit.campaignId,
    l: credit.linkId,
    m: credit.network,
    f: from,
  }));
}

// What is undefined is left out of the text, and so null.
function rowOf(fact: Fact, n: number) {
  const { install, item } = fact;
  const credit = creditAt(install, fact.occurredAt);
  return {
    n,
    k: fact.key ?? undefined,
    a: install.projectId,
    b: fact.id,
    c: fact.occurredAt,
    d: item.receivedAt,
    e: install.installId,
    f: fact.kind,
    g: fact.name,
    h: fact.userId ?? undefined,
    i: install.platform,
    j: install.country,
    l: credit.campaignId,
    m: credit.linkId,
    o: credit.network,
    p: fact.amount ?? undefined,
    q: fact.currency ?? undefined,
    s: fact.data ?? undefined,
    t: item.imported ? true : undefined,
    u: install.cohortDate ?? undefined,
    v: timelineOf(install),
    w: install.installedAt ?? undefined,
    x: fact.isOther || undefined,
    y: item.previousKey,
  };
}

/** A fact that was told before, by its place, or a first that was. */
interface AnswerRow {
  n: number | null;
  project_id: string;
  subject: string;
  name: string;
  event_id: string;
  first_at: Date;
}

const storeFacts = prepare<AnswerRow>(STORE_FACTS);

const asMoved = (row: AnswerRow): MovedFirst => ({
  projectId: row.project_id,
  eventId: row.event_id,
  at: row.first_at,
  counts: row.subject.startsWith('u:')
    ? { metric: 'signups', eventName: '' }
    : { metric: 'first_events', eventName: row.name },
});

async function store(tx: Tx, group: Group, facts: Fact[]): Promise<void> {
  const rows = await storeFacts(tx, [JSON.stringify(facts.map(rowOf)), group.now]);
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
