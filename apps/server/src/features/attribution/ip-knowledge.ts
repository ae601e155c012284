import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { createProxyTest } from '../../http/request-origin.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import type { IpKnowledge } from './conversion.ts';
import { createIpRanges, type IpRanges, readRange } from './ip-ranges.ts';

/** Reading a page of this size takes some milliseconds, and between two pages others have their turn. */
const PAGE = 500;

type Kind = 'private_relay' | 'anonymous';

interface Loaded {
  version: string;
  ranges: IpRanges;
}

interface Version {
  kind: Kind;
  version: string;
}

/** What is known of addresses, kept in process. */
export interface LoadedIpKnowledge extends IpKnowledge {
  /** Looks whether there is something new, and takes it over. */
  refresh(): Promise<void>;
  stop(): void;
}

async function readVersions(db: Db | Tx): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select kind, concat_ws(' ', loaded_at, ranges, etag) as version from ip_range_loads`.execute(db);
  return rows;
}

async function readRanges(tx: Tx, kind: Kind): Promise<IpRanges> {
  const ranges = createIpRanges();
  let last: string | null = null;
  do {
    const after = last === null ? sql`` : sql`and range > ${last}::cidr`;
    const page: { range: string }[] = (
      await sql<{ range: string }>`select range::text as range from ip_ranges where kind = ${kind} ${after}
        order by range limit ${PAGE}`.execute(tx)
    ).rows;
    for (const row of page) {
      const range = readRange(row.range);
      if (range) ranges.add(range);
    }
    last = page.length === PAGE ? (page.at(-1)?.range ?? null) : null;
  } while (last !== null);
  return ranges;
}

/** All pages of one moment: a list that is replaced meanwhile is not mixed with its successor. */
async function readAll(db: Db, known: Map<Kind, Loaded>): Promise<Map<Kind, Loaded>> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const fresh = new Map<Kind, Loaded>();
      for (const { kind, version } of await readVersions(tx)) {
        const old = known.get(kind);
        if (old?.version === version) fresh.set(kind, old);
        else fresh.set(kind, { version, ranges: await readRanges(tx, kind) });
      }
      return fresh;
    });
}

/** Knows the lists that the job loads; looks once a minute whether they have changed. */
export function createIpKnowledge({ db, log, env }: Pick<Kit, 'db' | 'log' | 'env'>): LoadedIpKnowledge {
  const isOwnProxy = createProxyTest(env.trustProxy);
  let known = new Map<Kind, Loaded>();
  let running: Promise<void> | null = null;

  const look = async () => {
    const versions = await readVersions(db);
    const isSame = versions.every(({ kind, version }) => known.get(kind)?.version === version);
    if (isSame && versions.length === known.size) return;
    known = await readAll(db, known);
  };
  const refresh = () => {
    running ??= look().finally(() => {
      running = null;
    });
    return running;
  };
  // While the database is away, what was known stays known.
  const refreshQuietly = () =>
    void refresh().catch((err: unknown) => log.debug({ err }, 'the lists of addresses could not be read'));
  const timer = setInterval(refreshQuietly, MINUTE_MS).unref();
  refreshQuietly();

  const isIn = (kind: Kind, ip: string | null) => ip !== null && (known.get(kind)?.ranges.has(ip) ?? false);
  return {
    relayKnown: () => known.has('private_relay'),
    isRelay: (ip) => isIn('private_relay', ip),
    isAnonymous: (ip) => isIn('anonymous', ip),
    isOwnProxy: (ip) => ip !== null && isOwnProxy(ip),
    refresh,
    stop: () => clearInterval(timer),
  };
}
