import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { dayOf, type Partitions } from '../../db/partitions.ts';
import { creditAt } from '../../pipeline/credit.ts';
import type { Fact, Group, Step } from '../../pipeline/group.ts';
import { runPrepared } from '../../pipeline/run-prepared.ts';

const keyText = (projectId: string, key: string) => `${projectId} ${key}`;

/** The facts that were not told before. A repeat, in this group or an older one, is harmless. */
async function freshFacts(tx: Tx, group: Group): Promise<Fact[]> {
  const keyed = new Map<string, Fact>();
  for (const fact of group.facts) {
    if (fact.key === null) continue;
    const text = keyText(fact.install.projectId, fact.key);
    if (!keyed.has(text)) keyed.set(text, fact);
  }
  if (keyed.size === 0) return group.facts;
  const rows = [...keyed.values()].map((fact) => ({ p: fact.install.projectId, k: fact.key }));
  const statement = sql<{ project_id: string; key: string }>`
    insert into event_keys (project_id, key, seen_at)
    select p, k, ${group.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (p uuid, k uuid)
    order by p, k
    on conflict do nothing
    returning project_id, key`;
  const inserted = await runPrepared(tx, statement);
  const fresh = new Set(inserted.rows.map((row) => keyed.get(keyText(row.project_id, row.key))));
  return group.facts.filter((fact) => fact.key === null || fresh.has(fact));
}

interface Placed {
  id: string;
  local_date: string;
  local_hour: number;
  day_start: Date;
}

async function insertFacts(tx: Tx, facts: Fact[]): Promise<Map<string, Placed>> {
  const rows = facts.map((fact) => {
    const credit = creditAt(fact.install, fact.occurredAt);
    return {
      a: fact.install.projectId,
      b: fact.id,
      c: fact.occurredAt,
      d: fact.item.receivedAt,
      e: fact.install.installId,
      f: fact.kind,
      g: fact.name,
      h: fact.userId,
      i: fact.install.platform,
      j: fact.install.country,
      k: credit.campaignId,
      l: credit.linkId,
      m: credit.network,
      n: fact.amount,
      o: fact.currency,
      p: fact.data,
      q: fact.item.imported !== null,
    };
  });
  const statement = sql<Placed>`
    with input as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b uuid, c timestamptz,
        d timestamptz, e text, f text, g text, h text, i text, j text, k uuid, l uuid, m text, n numeric, o text,
        p jsonb, q boolean)
    ), stored as (
      insert into events (project_id, id, occurred_at, received_at, install_id, kind, name, user_id, platform,
        country, campaign_id, link_id, network, amount, currency, data, imported)
      select * from input
    ), placed as (
      select b as id, c at time zone z.timezone as local, z.timezone
      from input join projects z on z.project_id = a
    )
    select id, local::date as local_date, extract(hour from local)::int as local_hour,
      local::date::timestamp at time zone timezone as day_start
    from placed`;
  const placed = await runPrepared(tx, statement);
  return new Map(placed.rows.map((row) => [row.id, row]));
}

/** Puts what is new into `events`, under the credit in force at its own time. */
export const createStoreFacts =
  (partitions: Partitions): Step =>
  async (tx, group) => {
    partitions.expect(
      'events',
      group.facts.map((fact) => dayOf(fact.occurredAt)),
    );
    const fresh = await freshFacts(tx, group);
    if (fresh.length === 0) return;
    const placed = await insertFacts(tx, fresh);
    for (const fact of fresh) {
      const place = placed.get(fact.id);
      if (!place) throw new Error('An event was stored without its day.');
      const credit = creditAt(fact.install, fact.occurredAt);
      const { local_date: localDate, local_hour: localHour, day_start: dayStart } = place;
      group.stored.push(Object.assign(fact, { credit, localDate, localHour, dayStart }));
    }
  };
