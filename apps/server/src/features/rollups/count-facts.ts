import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { creditAt } from '../../pipeline/credit.ts';
import type { DeltaKey } from '../../pipeline/deltas.ts';
import type { Group, Step, StoredFact } from '../../pipeline/group.ts';
import { runPrepared } from '../../pipeline/run-prepared.ts';
import { loadEventPlaces } from './event-places.ts';

type Place = Omit<DeltaKey, 'metric' | 'eventName' | 'currency'>;

function placeOf(fact: StoredFact): Place {
  return {
    projectId: fact.install.projectId,
    localDate: fact.localDate,
    localHour: fact.localHour,
    cohortDate: fact.install.cohortDate,
    credit: fact.credit,
    country: fact.install.country,
    platform: fact.install.platform,
  };
}

function countOne(group: Group, fact: StoredFact): void {
  if (fact.kind === 'open') return;
  const place = placeOf(fact);
  group.deltas.add({ ...place, metric: 'events', eventName: fact.name }, 1);
  if (fact.amount === null || fact.currency === null) return;
  const metric = fact.kind === 'refund' ? 'refunds' : 'payments';
  group.deltas.add({ ...place, metric, currency: fact.currency }, 1, fact.amount);
}

/** One row for each install and local day; only a new one makes the install active on that day. */
async function countActive(tx: Tx, group: Group): Promise<void> {
  const days = new Map<string, StoredFact>();
  for (const fact of group.stored) {
    const key = `${fact.install.projectId} ${fact.localDate} ${fact.install.installId}`;
    const known = days.get(key);
    if (!known || fact.occurredAt < known.occurredAt) days.set(key, fact);
  }
  const rows = [...days.values()].map((fact) => ({
    a: fact.install.projectId,
    b: fact.localDate,
    c: fact.install.installId,
  }));
  const statement = sql<{ project_id: string; local_date: string; install_id: string }>`
    insert into person_days (project_id, local_date, install_id)
    select a, b, c from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b date, c text)
    order by a, b, c
    on conflict do nothing
    returning project_id, local_date, install_id`;
  const fresh = await runPrepared(tx, statement);
  for (const row of fresh.rows) {
    const fact = days.get(`${row.project_id} ${row.local_date} ${row.install_id}`);
    if (!fact) continue;
    // The day belongs to whoever was credited when it began, whatever event of it arrives first.
    const credit = creditAt(fact.install, fact.dayStart);
    group.deltas.add({ ...placeOf(fact), localHour: 0, credit, metric: 'active' }, 1);
  }
}

interface First {
  fact: StoredFact;
  subject: string;
  counts: { metric: 'first_events' | 'signups'; eventName: string };
}

function firstsOf(group: Group): Map<string, First> {
  const firsts = new Map<string, First>();
  const consider = (first: First) => {
    const key = `${first.fact.install.projectId} ${first.subject} ${first.fact.name}`;
    const known = firsts.get(key);
    if (!known || first.fact.occurredAt < known.fact.occurredAt) firsts.set(key, first);
  };
  for (const fact of group.stored) {
    if (fact.kind === 'open') continue;
    const counts = { metric: 'first_events', eventName: fact.name } as const;
    consider({ fact, subject: `i:${fact.install.installId}`, counts });
    if (fact.kind === 'signup' && fact.userId !== null) {
      consider({ fact, subject: `u:${fact.userId}`, counts: { metric: 'signups', eventName: '' } });
    }
  }
  return firsts;
}

interface FirstRow {
  project_id: string;
  subject: string;
  name: string;
  /** Of what was the first before this group. */
  event_id: string | null;
  first_at: Date | null;
  is_old: boolean;
}

const firstKey = (row: FirstRow) => `${row.project_id} ${row.subject} ${row.name}`;

/** The first time ever is the earliest time, not the first to arrive: a late one moves the count. */
async function countFirsts(tx: Tx, group: Group): Promise<void> {
  const firsts = firstsOf(group);
  if (firsts.size === 0) return;
  const rows = [...firsts.values()].map(({ fact, subject }) => ({
    a: fact.install.projectId,
    b: subject,
    c: fact.name,
    d: fact.id,
    e: fact.occurredAt,
  }));
  const statement = sql<FirstRow>`
    with input as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b text, c text, d uuid,
        e timestamptz)
    ), old as (
      select f.* from input cross join lateral (select * from event_firsts f
        where f.project_id = a and f.subject = b and f.name = c limit 1) f
    ), changed as (
      insert into event_firsts (project_id, subject, name, event_id, first_at)
      select a, b, c, d, e from input order by a, b, c
      on conflict (project_id, subject, name)
        do update set event_id = excluded.event_id, first_at = excluded.first_at
        where excluded.first_at < event_firsts.first_at
      returning project_id, subject, name
    )
    select project_id, subject, name, null::uuid as event_id, null::timestamptz as first_at, false as is_old
    from changed
    union all
    select project_id, subject, name, event_id, first_at, true from old`;
  const answer = await runPrepared(tx, statement);
  // Joined here: the planner cannot know how many there are, and would compare each with each.
  const before = new Map(answer.rows.filter((row) => row.is_old).map((row) => [firstKey(row), row]));
  const moved: { row: FirstRow; first: First }[] = [];
  for (const changed of answer.rows) {
    const first = changed.is_old ? undefined : firsts.get(firstKey(changed));
    if (!first) continue;
    group.deltas.add({ ...placeOf(first.fact), ...first.counts }, 1);
    const row = before.get(firstKey(changed));
    if (row) moved.push({ row, first });
  }
  const places = await loadEventPlaces(
    tx,
    moved.map(({ row }) => ({
      projectId: row.project_id,
      eventId: row.event_id ?? '',
      at: row.first_at ?? new Date(0),
    })),
  );
  for (const { row, first } of moved) {
    const place = places.get(row.event_id ?? '');
    if (place) group.deltas.add({ ...place, ...first.counts }, -1);
  }
}

/** What the group adds to the rollups. */
export const countFacts: Step = async (tx, group) => {
  if (group.stored.length === 0) return;
  for (const fact of group.stored) countOne(group, fact);
  await countActive(tx, group);
  await countFirsts(tx, group);
};
