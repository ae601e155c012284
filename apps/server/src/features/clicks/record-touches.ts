import type pg from 'pg';
import { type Bulk, bulk } from '../../db/bulk.ts';
import type { NodeOf, ProjectConnection } from '../../db/connection.ts';
import type { Partitions } from '../../db/partitions.ts';
import { byProject } from '../../pipeline/by-project.ts';
import { isItemsFault } from '../../pipeline/items-fault.ts';
import { appendClicks, appendDeltas } from '../../rollups/deltas.ts';
import { QUERY_TIMEOUT_MS } from './store.ts';
import type { Click, Touch, View } from './touch.ts';
import { within } from './within.ts';

const COMMON_COLUMNS = {
  id: 'uuid',
  link_id: 'uuid',
  campaign_id: 'uuid',
  network: 'text',
  platform: 'text',
  country: 'text',
  device_key: 'uuid',
  ip: 'inet',
  user_agent: 'text',
  advertising_id: 'text',
  params: 'jsonb',
  imported: 'boolean',
} as const;

type ClickRow = Omit<Click, 'project_id'>;
const CLICKS = bulk<ClickRow>({
  ...COMMON_COLUMNS,
  clicked_at: 'timestamptz',
  os_version: 'text',
  model: 'text',
  language: 'text',
  click_ids: 'jsonb',
  outcome: 'text',
});
const VIEWS = bulk<Omit<View, 'project_id'>>({ ...COMMON_COLUMNS, viewed_at: 'timestamptz' });

/** The rows of $1, a project that is still there; what is not said to be imported is not. */
const given = ({ names, table }: Pick<Bulk<unknown>, 'names' | 'table'>) => `
  select $1::uuid, ${names.replace(/\bimported\b/, 'coalesce(imported, false)')}
  from ${table(2)} where exists (select from projects where project_id = $1::uuid)
  order by id
  on conflict do nothing`;

/** Stored touches with their local day, by the rules of PostgreSQL alone. */
const counted = (at: string) => `
  select s.*, (s.${at} at time zone p.timezone)::date as local_date
  from stored s cross join projects p where p.project_id = $1::uuid`;

const DIMENSIONS = 'local_date, campaign_id, link_id, network, country, platform';

/**
 * One statement, so one transaction and one way to the database and back. Only rows that are new count, so a
 * replay counts nothing twice; keys come in order, so that two processes cannot wait for each other in a ring.
 */
const RECORD_CLICKS = `
with stored as (
  insert into clicks (project_id, ${CLICKS.names}) ${given(CLICKS)}
  returning id, clicked_at, link_id, campaign_id, network, platform, country, device_key
)
${appendClicks(counted('clicked_at'))}`;

const RECORD_VIEWS = `
with stored as (
  insert into impressions (project_id, ${VIEWS.names}) ${given(VIEWS)}
  returning viewed_at, link_id, campaign_id, network, platform, country
), counted as (${counted('viewed_at')}
)
${appendDeltas(`
  select ${DIMENSIONS}, null::date as cohort_date, 'impressions' as metric, '' as event_name, '' as currency,
    null::int as day_number, count(*) as count, 0 as amount
  from counted group by ${DIMENSIONS}`)}`;

interface Needs {
  connection: NodeOf<'pool'>;
  partitions: Partitions;
}

type Statement = Pick<pg.QueryConfig, 'name' | 'text'>;

/** Some are stored, those with these ids are not. */
export class PartlyStored extends Error {
  readonly code: unknown;
  constructor(
    readonly left: ReadonlySet<string>,
    cause: unknown,
  ) {
    super('Not all touches could be stored.', { cause });
    this.code = (cause as { code?: unknown }).code;
  }
}

/** What goes to one node in one transaction. */
interface Delivery {
  queries: pg.QueryConfig[];
  ids: string[];
}

/** A statement for each project; several on one node are one transaction, in the order of their ids. */
async function recordByProject<Row extends { project_id: string; id: string }>(
  { connection }: Needs,
  rows: Row[],
  { values, ...statement }: Statement & Pick<Bulk<Omit<Row, 'project_id'>>, 'values'>,
): Promise<void> {
  const byNode = new Map<ProjectConnection['pool'], Delivery>();
  const left = new Set<string>();
  const failures: unknown[] = [];
  const fail = (ids: string[], error: unknown) => {
    for (const id of ids) left.add(id);
    failures.push(error);
  };
  for (const [projectId, own] of byProject(rows, ({ project_id }) => project_id)) {
    const ids = own.map(({ id }) => id);
    try {
      const { pool } = await connection.of(projectId);
      const delivery = byNode.get(pool) ?? { queries: [], ids: [] };
      byNode.set(pool, delivery);
      const given = [projectId, ...values(own)];
      const query = { ...statement, values: given, query_timeout: QUERY_TIMEOUT_MS };
      delivery.queries.push(query);
      delivery.ids.push(...ids);
    } catch (error) {
      fail(ids, error);
    }
  }
  // What the nodes that answer have taken stays there: it changes nothing when it comes again.
  await Promise.all(
    [...byNode].map(([pool, { queries, ids }]) => store(pool, queries).catch((error) => fail(ids, error))),
  );
  const [failure] = failures;
  if (failures.length === 0) return;
  throw failures.find(isItemsFault) ?? (left.size < rows.length ? new PartlyStored(left, failure) : failure);
}

async function store(pool: ProjectConnection['pool'], queries: pg.QueryConfig[]): Promise<void> {
  const [query] = queries;
  if (query && queries.length === 1) await pool.query(query);
  else await inTransaction(pool, queries);
}

async function inTransaction(pool: ProjectConnection['pool'], queries: pg.QueryConfig[]): Promise<void> {
  const control = (text: string) => ({ text, query_timeout: QUERY_TIMEOUT_MS });
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query(control('begin'));
    for (const query of queries) await client.query(query);
    await client.query(control('commit'));
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // Closing the connection takes everything back.
    client.release(failure);
  }
}

/** Stores clicks and what they add to the rollups; those that are stored already change nothing. */
export async function recordClicks(needs: Needs, rows: Click[]): Promise<void> {
  if (rows.length === 0) return;
  const days = new Set(rows.map((row) => row.clicked_at.slice(0, 10)));
  await within(needs.partitions.ensure('clicks', days), QUERY_TIMEOUT_MS);
  await recordByProject(needs, rows, { name: 'record-clicks', text: RECORD_CLICKS, values: CLICKS.values });
}

/** Stores views likewise. */
export async function recordViews(needs: Needs, rows: View[]): Promise<void> {
  if (rows.length === 0) return;
  const days = new Set(rows.map((row) => row.viewed_at.slice(0, 10)));
  await within(needs.partitions.ensure('impressions', days), QUERY_TIMEOUT_MS);
  await recordByProject(needs, rows, { name: 'record-views', text: RECORD_VIEWS, values: VIEWS.values });
}

/** Stores clicks and views as far as it can; says which it could not, unless it is all or the fault of one. */
export async function recordTouches(needs: Needs, touches: Touch[]): Promise<void> {
  const clicks = touches.flatMap((touch) => (touch.kind === 'click' ? [touch.row] : []));
  const views = touches.flatMap((touch) => (touch.kind === 'view' ? [touch.row] : []));
  const kinds = [
    { rows: clicks, outcome: recordClicks(needs, clicks) },
    { rows: views, outcome: recordViews(needs, views) },
  ];
  const left = new Set<string>();
  const failures: unknown[] = [];
  for (const { rows, outcome } of kinds) {
    await outcome.catch((error: unknown) => {
      failures.push(error);
      const ids = error instanceof PartlyStored ? error.left : rows.map(({ id }) => id);
      for (const id of ids) left.add(id);
    });
  }
  if (failures.length > 0) throw failures.find(isItemsFault) ?? new PartlyStored(left, failures[0]);
}
