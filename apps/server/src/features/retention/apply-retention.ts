import { SCHEMA_KEPT_DAYS } from '@trailmark/contract/skan-schema';
import { META_INSTALL_DAYS } from '@trailmark/core/destinations/meta-capi/meta-install';
import { sql } from 'kysely';
import { withoutLostNodes } from '../../db/all-projects.ts';
import type { Db } from '../../db/connection.ts';
import { nodeByNode } from '../../db/node-by-node.ts';
import { dayOf, dropPartitionsBefore, PARTITIONED, queriesOf } from '../../db/partitions.ts';
import { partOfEach, projectDb } from '../../db/project-db.ts';
import { job } from '../../jobs/runner.ts';
import { DAY_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { deleteInBatches, listProjectsWithExpired } from './delete-in-batches.ts';

/** For projects that have set nothing. */
const DEFAULT_DAYS = 400;
const DEFAULT_DELIVERY_DAYS = 30;
/** As long as a repeated event is recognised. */
const EVENT_KEY_MS = 90 * DAY_MS;
/** As long as the longest window: an older touch cannot win again. */
const TOUCH_USE_MS = 90 * DAY_MS;
/** How long a removal waits for its payment. */
const PAYMENT_REMOVAL_MS = 90 * DAY_MS;
/** The tolerance for a signed request, on both sides. */
const SIGNED_ANSWER_MS = 10 * MINUTE_MS;

interface Project {
  project_id: string;
  retention_days: number;
  delivery_days: number;
  /** Today, where the project is. */
  today: string;
}

type Dated = Pick<Project, 'project_id' | 'today'>;

async function listProjects(db: Db, now: Date): Promise<Dated[]> {
  const { rows } = await sql<Dated>`
    select project_id, (${now}::timestamptz at time zone timezone)::date as today
    from projects order by project_id`.execute(db);
  return rows;
}

/** With what the project has set. */
async function readSettings(db: Db, dated: Dated): Promise<Project> {
  const { rows } = await sql<Omit<Project, 'today' | 'project_id'>>`
    select coalesce(retention_days, ${DEFAULT_DAYS})::int as retention_days,
      coalesce(delivery_retention_days, ${DEFAULT_DELIVERY_DAYS})::int as delivery_days
    from project_settings where project_id = ${dated.project_id}`.execute(db);
  return { retention_days: DEFAULT_DAYS, delivery_days: DEFAULT_DELIVERY_DAYS, ...rows[0], ...dated };
}

const daysBefore = (day: string, days: number) => dayOf(new Date(Date.parse(day) - days * DAY_MS));

/** Partitions are shared: they go when the project that keeps longest does not need them. */
async function dropPartitions({ db, clock, log }: Kit, projects: Project[]): Promise<void> {
  const longest = Math.max(...projects.map((project) => project.retention_days));
  const days = projects.length > 0 ? longest : DEFAULT_DAYS;
  for (const table of PARTITIONED) {
    const gone = await dropPartitionsBefore(queriesOf(db), table, dayOf(later(clock.now(), -days * DAY_MS)));
    if (gone.length > 0)
      log.info({ partitions: gone }, 'dropped partitions that are older than the longest retention');
  }
}

/** What has waited as long as the ledger goes back is given up, and counted. */
async function giveUpWaiting(
  db: Db,
  { projectId, before }: { projectId: string; before: Date },
): Promise<void> {
  await sql`
    insert into delivery_totals (project_id, connection_id, day, rejected)
    select ${projectId}::uuid, connection_id, (planned_at at time zone 'UTC')::date, count(*)
    from deliveries where project_id = ${projectId} and state = 'waiting' and planned_at < ${before}
    group by 2, 3
    on conflict (project_id, connection_id, day) do update set
      rejected = delivery_totals.rejected + excluded.rejected`.execute(db);
}

/**
 * Which of them have counted is kept, and written down before they go: one that is sent again meanwhile finds the row or its
 * key. Postbacks of the test tool are of use for a day; they are looked for among those
 * of a month.
 */
async function deletePostbacks(
  db: Db,
  { projectId, before, firstDay, now }: { projectId: string; before: Date; firstDay: string; now: Date },
): Promise<void> {
  await sql`
    insert into skan_removed_postbacks (project_id, framework, network_id, transaction_id, sequence)
    select ${projectId}::uuid, framework, network_id, transaction_id, sequence from skan_postbacks
    where project_id = ${projectId} and counted and received_at < ${before}
    order by framework, network_id, transaction_id, sequence
    on conflict do nothing`.execute(db);
  const postbacks = { table: 'skan_postbacks', time: 'received_at', key: 'postback_id' } as const;
  await deleteInBatches(db, postbacks, { projectId, before });
  await deleteInBatches(db, { table: 'skan_days', time: 'day', key: 'day' }, { projectId, before: firstDay });
  await sql`
    delete from skan_postbacks where project_id = ${projectId} and came_by = 'test'
      and received_at between ${later(now, -30 * DAY_MS)} and ${later(now, -DAY_MS)}`.execute(db);
}

async function deleteOfProject({ db, clock }: Kit, project: Project): Promise<void> {
  const { project_id: projectId, retention_days: days, today } = project;
  const before = later(clock.now(), -days * DAY_MS);
  const firstDay = daysBefore(today, days);
  await deleteInBatches(db, { table: 'clicks', time: 'clicked_at', key: 'id' }, { projectId, before });
  await deleteInBatches(db, { table: 'impressions', time: 'viewed_at', key: 'id' }, { projectId, before });
  await deleteInBatches(db, { table: 'events', time: 'occurred_at', key: 'id' }, { projectId, before });
  const clickDays = { table: 'click_days', time: 'local_date', key: 'link_id, device_key' } as const;
  await deleteInBatches(db, clickDays, { projectId, before: firstDay });
  const personDays = { table: 'person_days', time: 'local_date', key: 'install_id' } as const;
  await deleteInBatches(db, personDays, { projectId, before: firstDay });
  const visits = { table: 'visits', time: 'started_at', key: 'install_id, session_id' } as const;
  await deleteInBatches(db, visits, { projectId, before });
  await deletePostbacks(db, { projectId, before, firstDay, now: clock.now() });
  const ledger = { projectId, before: later(clock.now(), -project.delivery_days * DAY_MS) };
  const deliveries = { table: 'deliveries', time: 'planned_at', key: 'source_id, connection_id' } as const;
  await giveUpWaiting(db, ledger);
  await deleteInBatches(db, deliveries, ledger);
  await deleteInBatches(db, { table: 'delivery_batches', time: 'sent_at', key: 'batch_id' }, ledger);
}

/** What is kept for a time that is the same for all. */
async function deleteExpired(kit: Kit): Promise<void> {
  const keys = { table: 'event_keys', time: 'seen_at', key: 'key' } as const;
  const answers = { table: 'signed_answers', time: 'answered_at', key: 'signature' } as const;
  const uses = { table: 'touch_uses', time: 'used_at', key: 'touch_id' } as const;
  const removals = { table: 'payment_removals', time: 'received_at', key: 'payment_id, user_id' } as const;
  const installs = { table: 'sent_installs', time: 'occurred_at', key: 'dataset_id, device_key' } as const;
  const values = { table: 'skan_values', time: 'updated_at', key: 'install_id, sequence' } as const;
  for (const { aging, ms } of [
    { aging: keys, ms: EVENT_KEY_MS },
    { aging: answers, ms: SIGNED_ANSWER_MS },
    { aging: uses, ms: TOUCH_USE_MS },
    { aging: removals, ms: PAYMENT_REMOVAL_MS },
    { aging: installs, ms: META_INSTALL_DAYS * DAY_MS },
    { aging: values, ms: SCHEMA_KEPT_DAYS * DAY_MS },
  ]) {
    const before = later(kit.clock.now(), -ms);
    for (const projectId of await listProjectsWithExpired(kit, aging, before)) {
      await deleteInBatches(await projectDb(kit.db, projectId), aging, { projectId, before });
    }
  }
}

/** Removes what nobody wants to keep any longer; receipts and daily rollups stay. */
export const applyRetention = job('apply-retention', async (kit) => {
  const { db, clock, log } = kit;
  const parts = await partOfEach(db, await listProjects(db, clock.now()));
  const read = await nodeByNode(parts, async (part) => ({
    ...part,
    row: await readSettings(part.db, part.row),
  }));
  const { results, isIncomplete } = withoutLostNodes(read, log);
  // What a lost node holds may have to be kept longer, and partitions are dropped on all nodes.
  if (!isIncomplete) {
    await dropPartitions(
      kit,
      results.map(({ row }) => row),
    );
  }
  withoutLostNodes(
    await nodeByNode(results, (part) => deleteOfProject({ ...kit, db: part.db }, part.row)),
    log,
  );
  await deleteExpired(kit);
});
