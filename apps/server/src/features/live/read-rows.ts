import type { LiveItem } from '@trailmark/contract/live';
import { NO_ID, VISIT_KINDS } from '@trailmark/core/metrics/counters';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CampaignScope } from '../../access/campaign-scope.ts';
import type { Db } from '../../db/connection.ts';
import { firstIdAt } from '../../platform/ids.ts';

/** An item, and by which ids of a device or a person it is found. */
export interface LiveRow {
  item: LiveItem;
  keys: string[];
  /** The user whom the row itself names; the item has the current user of the device where it names none. */
  ownUserId: string | null;
}

export interface LiveQuery {
  projectId: string;
  since: Date;
  limit: number;
  /** All unless given. Of the latest rows, those that fit: what is rare is not searched for. */
  scope?: CampaignScope;
  kinds?: LiveItem['kind'][] | undefined;
  /** Only of these devices. */
  of?: { installIds: string[]; advertisingIds: string[] } | undefined;
}

/** How many of the latest rows are looked through for those that fit. */
const MOST_LOOKED_THROUGH = 5000;

interface Row {
  id: string;
  kind: LiveItem['kind'];
  name: string;
  at: Date;
  received_at: Date;
  install_id: string | null;
  user_id: string | null;
  own_user_id: string | null;
  campaign_id: string;
  campaign_name: string | null;
  network: string;
  match_type: string | null;
  country: string;
  platform: string;
  model: string | null;
  amount: string | null;
  currency: string | null;
  payload: LiveItem['payload'];
  advertising_id: string | null;
  vendor_id: string | null;
}

function asLiveRow(row: Row): LiveRow {
  const keys = [row.install_id, row.user_id, row.advertising_id, row.vendor_id];
  return {
    keys: keys.flatMap((key) => (key === null ? [] : [key.toLowerCase()])),
    ownUserId: row.own_user_id,
    item: {
      id: row.id,
      kind: row.kind,
      name: row.name,
      at: row.at.toISOString(),
      received_at: row.received_at.toISOString(),
      install_id: row.install_id,
      user_id: row.user_id,
      campaign_id: row.campaign_id === NO_ID ? null : row.campaign_id,
      campaign_name: row.campaign_name,
      network: row.network,
      match_type: row.match_type,
      country: row.country,
      platform: row.platform,
      model: row.model,
      money: row.amount !== null && row.currency ? { amount: row.amount, currency: row.currency } : null,
      payload: row.payload,
    },
  };
}

const all = (conditions: RawBuilder<SqlBool>[]) => sql.join(conditions, sql` and `);

/** The latest of a table that fit, with the campaign's name and fields of the install. */
function latest(
  query: LiveQuery,
  table: { columns: RawBuilder<unknown>; from: RawBuilder<unknown>; order: RawBuilder<unknown> },
  given: { narrow: RawBuilder<SqlBool>[]; fit: RawBuilder<SqlBool>[] },
) {
  const { scope, limit } = query;
  const fit = [
    ...given.fit,
    ...(scope && !scope.all ? [sql<SqlBool>`r.campaign_id = any(${scope.campaigns}::uuid[])`] : []),
  ];
  return sql`
    select r.*, c.name as campaign_name from (
      select * from (
        select ${table.columns} from ${table.from} where ${all(given.narrow)}
        order by ${table.order} desc limit ${fit.length > 0 ? MOST_LOOKED_THROUGH : limit}
      ) r ${fit.length > 0 ? sql`where ${all(fit)}` : sql``}
      order by r.received_at desc limit ${limit}
    ) r left join campaigns c on c.project_id = ${query.projectId} and c.id = r.campaign_id`;
}

const EVENT_KINDS: LiveItem['kind'][] = ['open', ...VISIT_KINDS, 'event', 'signup', 'payment', 'refund'];
const EVENT_COLUMNS = sql`e.id, e.kind, e.name, e.occurred_at, e.received_at, e.install_id, e.user_id,
  e.campaign_id, e.network, e.country, e.platform, e.amount::text as amount, e.currency, e.data`;
const OF_INSTALL = sql`i.match_type, i.model, i.advertising_id, i.vendor_id`;

function eventsOf(query: LiveQuery, narrow: RawBuilder<SqlBool>[]) {
  const kinds = query.kinds?.filter((kind) => EVENT_KINDS.includes(kind));
  const fit = kinds ? [sql<SqlBool>`r.kind = any(${kinds}::text[])`] : [];
  const table = { columns: EVENT_COLUMNS, from: sql`events e`, order: sql`e.id` };
  return sql<Row>`
    select r.id, r.kind, r.name, r.occurred_at as at, r.received_at, r.install_id,
      coalesce(r.user_id, i.user_id) as user_id, r.user_id as own_user_id, r.campaign_id, r.campaign_name, r.network, r.country, r.platform,
      r.amount, r.currency, coalesce(r.data, '{}') as payload, ${OF_INSTALL}
    from (${latest(query, table, { narrow, fit })}) r
    left join installs i on i.project_id = ${query.projectId} and i.install_id = r.install_id`;
}

async function readEvents(db: Db, query: LiveQuery): Promise<Row[]> {
  const { projectId, since, of } = query;
  const narrow = [
    sql<SqlBool>`e.project_id = ${projectId} and e.occurred_at >= ${since} and not e.imported`,
    of
      ? sql<SqlBool>`e.install_id = any(${of.installIds}::text[])`
      : sql<SqlBool>`e.id >= ${firstIdAt(since)}::uuid`,
  ];
  return (await eventsOf(query, narrow).execute(db)).rows;
}

/** Events that are known by their ids; the time in an id says in which partition each is. */
export async function readEventsById(db: Db, projectId: string, ids: string[]): Promise<LiveRow[]> {
  if (ids.length === 0) return [];
  const times = ids.map((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16));
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const narrow = [
    sql<SqlBool>`e.project_id = ${projectId} and e.id = any(${ids}::uuid[])
      and e.occurred_at between ${first} and ${last}`,
  ];
  const query = { projectId, since: first, limit: ids.length };
  return (await eventsOf(query, narrow).execute(db)).rows.map(asLiveRow);
}

const TOUCH_TABLES = {
  click: {
    table: 'clicks',
    at: 'clicked_at',
    more: sql`t.model, jsonb_build_object('outcome', t.outcome, 'params', t.params, 'click_ids', t.click_ids,
      'os_version', t.os_version, 'language', t.language, 'user_agent', t.user_agent) as payload`,
  },
  view: {
    table: 'impressions',
    at: 'viewed_at',
    more: sql`null as model, jsonb_build_object('params', t.params, 'user_agent', t.user_agent) as payload`,
  },
} as const;

async function readTouches(db: Db, query: LiveQuery, kind: 'click' | 'view'): Promise<Row[]> {
  const { projectId, since, of } = query;
  const { table, at, more } = TOUCH_TABLES[kind];
  const time = sql.ref(`t.${at}`);
  const columns = sql`t.id, ${time} as received_at, t.link_id, t.campaign_id, t.network, t.country, t.platform,
    t.advertising_id, ${more}`;
  const narrow = [
    sql<SqlBool>`t.project_id = ${projectId} and ${time} >= ${since} and not t.imported`,
    of
      ? sql<SqlBool>`t.advertising_id = any(${of.advertisingIds}::text[])`
      : sql<SqlBool>`t.id >= ${firstIdAt(since)}::uuid`,
  ];
  const from = sql`${sql.table(table)} t`;
  const { rows } = await sql<Row>`
    select r.id, ${kind} as kind, coalesce(l.name, '') as name, r.received_at as at, r.received_at,
      null as install_id, null as user_id, null as own_user_id, r.campaign_id, r.campaign_name, r.network, null as match_type, r.country,
      r.platform, r.model, null as amount, null as currency,
      r.payload || jsonb_build_object('ad_set', l.ad_set, 'creative', l.creative) as payload, r.advertising_id,
      null as vendor_id
    from (${latest(query, { columns, from, order: sql`t.id` }, { narrow, fit: [] })}) r
    left join links l on l.project_id = ${projectId} and l.id = r.link_id`.execute(db);
  return rows;
}

/** Installs and returns, with what was decided. */
async function readDecisions(db: Db, query: LiveQuery): Promise<Row[]> {
  const { projectId, since, of } = query;
  const columns = sql`d.install_id, d.revision, d.kind, d.in_force_from, d.decided_at as received_at, d.campaign_id,
    d.network, d.match_type, jsonb_build_object('made_by', d.because, 'verdict', d.verdict, 'reasons', d.reasons,
      'touched_at', d.touched_at, 'revision', d.revision) as payload`;
  const narrow = [
    sql<SqlBool>`d.project_id = ${projectId} and d.decided_at >= ${since} and d.because <> 'import'`,
    ...(of ? [sql<SqlBool>`d.install_id = any(${of.installIds}::text[])`] : []),
  ];
  const table = { columns, from: sql`decisions d`, order: sql`d.decided_at` };
  const { rows } = await sql<Row>`
    select r.install_id || ':' || r.revision as id, 'install' as kind, r.kind as name, r.in_force_from as at,
      r.received_at, r.install_id, i.user_id, null as own_user_id, r.campaign_id, r.campaign_name, r.network, r.match_type, i.country,
      i.platform, i.model, null as amount, null as currency, r.payload, i.advertising_id, i.vendor_id
    from (${latest(query, table, { narrow, fit: [] })}) r
    join installs i on i.project_id = ${projectId} and i.install_id = r.install_id`.execute(db);
  return rows;
}

/** The rows stored last, up to the limit from each source, the oldest first. */
export async function readLatest(db: Db, query: LiveQuery): Promise<LiveRow[]> {
  const wants = (...kinds: LiveItem['kind'][]) =>
    !query.kinds || kinds.some((kind) => query.kinds?.includes(kind));
  const rows = [
    ...(wants(...EVENT_KINDS) ? await readEvents(db, query) : []),
    ...(wants('click') ? await readTouches(db, query, 'click') : []),
    ...(wants('view') ? await readTouches(db, query, 'view') : []),
    ...(wants('install') ? await readDecisions(db, query) : []),
  ];
  return inOrder(rows.map(asLiveRow));
}

/** By the time at which each was stored. */
export function inOrder(rows: LiveRow[]): LiveRow[] {
  const orderKey = ({ item }: LiveRow) => `${item.received_at} ${item.id}`;
  return rows.sort((one, other) => (orderKey(one) < orderKey(other) ? -1 : 1));
}
