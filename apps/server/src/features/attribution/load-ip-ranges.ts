import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { job } from '../../jobs/runner.ts';
import type { Kit } from '../../platform/kit.ts';
import { downloadLines } from './download-lines.ts';
import { createIpRanges, type IpRanges, readRange, toPrefixes } from './ip-ranges.ts';

/** Some milliseconds of work; between two chunks others have their turn. */
const CHUNK = 250;
/** A heading and a slip of the pen are forgiven; a page that is no list is not. */
const FORGIVEN_SHARE = 0.01;

interface List {
  kind: 'private_relay' | 'anonymous';
  url: string | null;
}

async function insertPrefixes(tx: Tx, prefixes: string[]): Promise<void> {
  await sql`insert into incoming_ranges select unnest(${prefixes}::text[])::cidr`.execute(tx);
}

/** Puts what can be read into a table of this transaction; throws when it is no list of addresses. */
async function insertLines(tx: Tx, lines: AsyncIterable<string>): Promise<void> {
  await sql`create temporary table incoming_ranges (range cidr) on commit drop`.execute(tx);
  let good = 0;
  let bad = 0;
  let chunk: string[] = [];
  for await (const line of lines) {
    const text = (line.split(',')[0] ?? '').trim();
    if (text === '' || text.startsWith('#')) continue;
    const range = readRange(text);
    if (range === null) bad += 1;
    else chunk.push(...toPrefixes(range));
    if (range !== null) good += 1;
    if (chunk.length < CHUNK) continue;
    await insertPrefixes(tx, chunk);
    chunk = [];
  }
  await insertPrefixes(tx, chunk);
  if (good === 0) throw new Error('The list is empty.');
  if (bad > 1 + good * FORGIVEN_SHARE) throw new Error(`${bad} lines of the list are not addresses.`);
}

/** Neighbours become one: the database sorts them, so that no long sorting holds up this process. */
async function mergeIncoming(tx: Tx): Promise<IpRanges> {
  const merged = createIpRanges();
  await sql`declare staged no scroll cursor for
    select range::text as range from (select distinct range from incoming_ranges) r order by r.range`.execute(
    tx,
  );
  for (;;) {
    const { rows } = await sql<{ range: string }>`fetch ${sql.lit(CHUNK)} from staged`.execute(tx);
    if (rows.length === 0) break;
    for (const row of rows) {
      const range = readRange(row.range);
      if (range) merged.add(range);
    }
  }
  return merged;
}

async function insert(tx: Tx, kind: List['kind'], prefixes: string[]): Promise<void> {
  await sql`insert into ip_ranges (kind, range) select ${kind}, unnest(${prefixes}::text[])::cidr`.execute(
    tx,
  );
}

/** Returns how many prefixes the list has now. */
async function replace(tx: Tx, kind: List['kind'], ranges: IpRanges): Promise<number> {
  await tx.deleteFrom('ip_ranges').where('kind', '=', kind).execute();
  let count = 0;
  let chunk: string[] = [];
  for (const range of ranges.list()) {
    chunk.push(...toPrefixes(range));
    if (chunk.length < CHUNK) continue;
    await insert(tx, kind, chunk);
    count += chunk.length;
    chunk = [];
  }
  await insert(tx, kind, chunk);
  return count + chunk.length;
}

async function load({ env, db, clock, log }: Kit, kind: List['kind'], url: string, signal: AbortSignal) {
  const known = await db
    .selectFrom('ip_range_loads')
    .select('etag')
    .where('kind', '=', kind)
    .executeTakeFirst();
  const download = await downloadLines(env, url, { etag: known?.etag ?? null, signal });
  if (download === null) return;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('trailmark ip ranges'))`.execute(tx);
    await insertLines(tx, download.lines);
    const count = await replace(tx, kind, await mergeIncoming(tx));
    const load = { etag: download.etag, ranges: count, loaded_at: clock.now() };
    await tx
      .insertInto('ip_range_loads')
      .values({ kind, ...load })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(load))
      .execute();
    log.info({ kind, ranges: count }, 'loaded a list of addresses');
  });
}

/** A list that is not asked for any more is not believed any more. */
async function forget({ db }: Kit, kind: List['kind']): Promise<void> {
  await db.deleteFrom('ip_range_loads').where('kind', '=', kind).execute();
  await db.deleteFrom('ip_ranges').where('kind', '=', kind).execute();
}

/** Loads the lists of addresses that say nothing about a device; whatever goes wrong, the last one stays. */
export const loadIpRanges = job('load-ip-ranges', async (kit, _payload, signal) => {
  const lists: List[] = [
    { kind: 'private_relay', url: kit.env.ipRanges.privateRelay },
    { kind: 'anonymous', url: kit.env.ipRanges.anonymous },
  ];
  for (const { kind, url } of lists) {
    try {
      await (url ? load(kit, kind, url, signal) : forget(kit, kind));
    } catch (error) {
      const { message, cause } = error as Error;
      const problem = cause instanceof Error ? `${message}: ${cause.message}` : message;
      kit.log.warn({ kind, problem }, 'a list of addresses was not loaded');
    }
  }
});
