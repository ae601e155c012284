import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createPartitions, dayOf } from '../../apps/server/src/db/partitions.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { type BenchProject, HISTORY_DAYS } from './bench-project.ts';
import { createWriter, type Tables } from './rows.ts';

const DAY_MS = 86_400_000;
/** Installs whose rows are made and copied at once. */
const AT_ONCE = 4000;

const NETWORKS = `array['META', 'GOOGLE', 'TIKTOK', 'JIO_COUPONS', 'OTHER']`;

/** Campaigns with a link each, what they spend, and the rates to add that up. */
export async function makeCampaigns(pool: pg.Pool, projectId: string, count: number): Promise<BenchProject> {
  await pool.query(
    `insert into campaigns (project_id, id, display_id, name, network, network_name, created_at, updated_at)
      select $1, gen_random_uuid(), 'c' || n, 'Campaign ' || n, (${NETWORKS})[1 + n % 5],
        case when n % 5 = 4 then 'Elsewhere' end, now() - n * interval '1 second', now()
      from generate_series(1, $2::int) n`,
    [projectId, count],
  );
  await pool.query(
    `insert into links (project_id, id, campaign_id, slug, name, ad_set, creative, is_default, created_at, updated_at)
      select project_id, gen_random_uuid(), id, 'bench-' || display_id, 'Link', 'Ad set', 'Creative', true, now(), now()
      from campaigns where project_id = $1`,
    [projectId],
  );
  await pool.query(
    `insert into slugs (slug, project_id, link_id, created_at)
      select slug, project_id, id, now() from links where project_id = $1`,
    [projectId],
  );
  await pool.query(
    `insert into spend_days (project_id, local_date, campaign_id, link_id, source, currency, amount, updated_at)
      select project_id, (now() - n * interval '1 day')::date, id, '00000000-0000-0000-0000-000000000000', 'csv', 'INR',
        round((100 + random() * 5000)::numeric, 2), now()
      from campaigns, generate_series(0, ${HISTORY_DAYS}) n where project_id = $1`,
    [projectId],
  );
  await pool.query(
    `insert into currency_rates (currency, day, per_usd, updated_at)
      select 'INR', (now() - n * interval '1 day')::date, 83 + n * 0.01, now() from generate_series(0, ${HISTORY_DAYS}) n`,
  );
  const { rows } = await pool.query<{ id: string; link_id: string; network: string }>(
    `select c.id, l.id as link_id, c.network from campaigns c
      join links l on l.project_id = c.project_id and l.campaign_id = c.id
      where c.project_id = $1 order by c.created_at desc`,
    [projectId],
  );
  const campaigns = rows.map((row) => ({ id: row.id, linkId: row.link_id, network: row.network }));
  return { projectId, campaigns, timezone: 'Asia/Kolkata' };
}

export async function makePartitions(pool: pg.Pool): Promise<void> {
  const days = Array.from({ length: HISTORY_DAYS + 3 }, (_, n) =>
    dayOf(new Date(Date.now() + (n - HISTORY_DAYS - 1) * DAY_MS)),
  );
  for (const table of ['clicks', 'events', 'impressions'] as const) {
    await createPartitions(pool, systemClock).ensure(table, days);
  }
}

async function copyTable(client: pg.PoolClient, table: string, columns: string, text: string): Promise<void> {
  await pipeline(Readable.from([text]), client.query(copyFrom(`copy ${table} (${columns}) from stdin`)));
}

async function copyAll(client: pg.PoolClient, tables: Tables): Promise<void> {
  for (const { table, columns, lines } of Object.values(tables)) {
    await copyTable(client, table, columns, lines.join(''));
  }
}

interface HistoryOptions {
  /** Installs that are there already: ids go on after them. */
  before: number;
  installs: number;
  progress: (share: number) => void;
}

/** Copies installs with their clicks, decisions and events into the raw tables, as ingest would have left them. */
export async function addHistory(
  pool: pg.Pool,
  project: BenchProject,
  options: HistoryOptions,
): Promise<void> {
  const writer = createWriter(project, Date.now());
  const [one, other] = [await pool.connect(), await pool.connect()];
  try {
    const running: Promise<void>[] = [Promise.resolve(), Promise.resolve()];
    for (let done = 0, turn = 0; done < options.installs; done += AT_ONCE, turn = 1 - turn) {
      const some = Math.min(AT_ONCE, options.installs - done);
      const tables = writer.write(options.before + done, some);
      // One batch is made while the one before is copied.
      await running[turn];
      running[turn] = copyAll(turn === 0 ? one : other, tables);
      options.progress(done / options.installs);
    }
    await Promise.all(running);
  } finally {
    one.release();
    other.release();
  }
}
