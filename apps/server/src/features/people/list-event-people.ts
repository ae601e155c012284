import type { EventPerson } from '@trailmark/contract/event-people';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Kit } from '../../platform/kit.ts';
import { type Context, contextOf, presentContext, type ReportFilter } from '../../report/context.ts';
import { onLocalDays } from '../../report/local-days.ts';
import { matches } from '../../report/query.ts';
import { readRaw } from '../../report/read-raw.ts';
import { countedName, countsAsEvent } from '../../rollups/counted-name.ts';
import { NO_NOTES } from '../../rollups/factors.ts';
import { timeCursor } from './cursor.ts';
import { loadInstalls } from './load-installs.ts';
import { presentPerson } from './present-install.ts';

interface EventPeopleFilter extends ReportFilter {
  /** By name; undefined: every event. */
  event?: string | undefined;
  /** Every event but these. */
  except?: string[] | undefined;
  hour?: number | undefined;
  cursor?: string | undefined;
  limit: number;
}

interface Sender {
  install_id: string;
  count: number;
  last_at: Date;
}

const name = sql.raw(countedName('e'));

/** The events of a bar: the same rows as those that it counts, by their local day and hour. */
function eventsOf(filter: EventPeopleFilter, context: Context): RawBuilder<unknown> {
  const { event, except, hour } = filter;
  const { isInRange } = onLocalDays(sql.ref('e.occurred_at'), context, context.range);
  const conditions = [
    event === undefined ? null : sql`${name} = ${event}`,
    except ? sql`${name} <> all(${except}::text[])` : null,
    hour === undefined
      ? null
      : sql`extract(hour from e.occurred_at at time zone ${context.timezone}) = ${hour}`,
  ].filter((condition) => condition !== null);
  return sql`
    from events e
    where e.project_id = ${filter.projectId} and ${sql.raw(countsAsEvent('e.kind'))} and ${isInRange}
      and ${matches({ filter }, 'e')} and ${sql.join([sql`true`, ...conditions], sql` and `)}`;
}

async function readSenders(tx: Tx, rows: RawBuilder<unknown>, filter: EventPeopleFilter): Promise<Sender[]> {
  const after = timeCursor.read(filter.cursor);
  const isAfter = after
    ? sql`having (max(e.occurred_at), e.install_id) < (${after[0]}::timestamptz, ${after[1]})`
    : sql``;
  const page = await sql<Sender>`
    select e.install_id, count(*) as count, max(e.occurred_at) as last_at ${rows}
    group by e.install_id ${isAfter}
    order by max(e.occurred_at) desc, e.install_id desc limit ${filter.limit + 1}`.execute(tx);
  return page.rows;
}

async function countSenders(tx: Tx, rows: RawBuilder<unknown>) {
  const counted = await sql<{ events: number; installs: number }>`
    select count(*) as events, count(distinct e.install_id) as installs ${rows}`.execute(tx);
  return counted.rows[0] ?? { events: 0, installs: 0 };
}

/** Who sent events of some names, the last first. A guest sees those whose events are credited to their campaigns. */
export async function listEventPeople({ db, clock }: Kit, filter: EventPeopleFilter) {
  const { scope, limit } = filter;
  const { context, senders, counted } = await readRaw(db, filter.projectId, async (tx) => {
    const known = await contextOf(tx, clock.now(), filter);
    const rows = eventsOf(filter, known);
    return {
      context: known,
      senders: await readSenders(tx, rows, filter),
      // Who goes on to the next page knows it from the first.
      counted: filter.cursor === undefined ? await countSenders(tx, rows) : null,
    };
  });
  const page = senders.slice(0, limit);
  const bySender = new Map(page.map((sender) => [sender.install_id, sender]));
  const loaded = await loadInstalls(db, filter, [...bySender.keys()]);
  const items = loaded.flatMap((install): EventPerson[] => {
    const sender = bySender.get(install.row.install_id);
    if (!sender) return [];
    return [{ ...presentPerson(install, scope), count: sender.count, last_at: sender.last_at.toISOString() }];
  });
  const last = senders.length > limit ? page.at(-1) : undefined;
  return {
    ...presentContext(context, NO_NOTES),
    events: counted?.events ?? null,
    installs: counted?.installs ?? null,
    items,
    next_cursor: last ? timeCursor.write([last.last_at.toISOString(), last.install_id]) : null,
  };
}
