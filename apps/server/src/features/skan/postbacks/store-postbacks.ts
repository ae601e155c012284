import type { NotCounted } from '@trailmark/core/skan/judge-postback';
import type pg from 'pg';
import { bulk } from '../../../db/bulk.ts';
import type { PostbackRow } from './received-postback.ts';

/** What a project stores of a day's uncounted postbacks, so that no sender fills the disk; more are only tallied. */
export const MOST_UNCOUNTED_A_DAY = 10_000;

const ROWS = bulk<PostbackRow>({
  ...{ postback_id: 'uuid', received_at: 'timestamptz', framework: 'text', version: 'text', came_by: 'text' },
  ...{
    verdict: 'text',
    not_counted: 'text',
    network_id: 'text',
    transaction_id: 'text',
    sequence: 'smallint',
  },
  ...{ app_id: 'bigint', source_identifier: 'text', campaign_number: 'smallint', conversion_type: 'text' },
  ...{ fidelity: 'smallint', did_win: 'boolean', interaction: 'text', source_app_id: 'bigint' },
  ...{ source_domain: 'text', marketplace: 'text', country: 'text', fine_value: 'smallint' },
  ...{ coarse_value: 'text', network_campaign_id: 'text', network_campaign_name: 'text', raw: 'text' },
  digest: 'text',
});
const COLUMNS = ROWS.names.replace(/\bnot_counted\b/, 'why').replace(/\bdigest\b/, 'bytes');
/** What a webhook is sent of a postback. */
const SAID = `jsonb_build_object(${[
  ...[
    'postback_id',
    'received_at',
    'framework',
    'version',
    'came_by',
    'verdict',
    'network_id',
    'transaction_id',
  ],
  ...[
    'sequence',
    'app_id',
    'source_identifier',
    'campaign_number',
    'conversion_type',
    'did_win',
    'interaction',
  ],
  ...['source_app_id', 'source_domain', 'marketplace', 'country', 'fine_value', 'coarse_value'],
  ...['network_campaign_id', 'network_campaign_name'],
]
  .map((name) => `'${name}', r.${name}`)
  .join(', ')})`;
const INTO = `project_id, ${ROWS.names}, counted`;

/**
 * One statement, so one transaction. Of several copies the first counts: those of the group are in the order of their
 * ids, and those of other processes are found by the unique index. A row that another process has stored meanwhile is
 * in no outcome, and comes again. Look-ups have a limit, so that PostgreSQL takes the index for each, and never reads the table
 * to make a list of it. Keys are in order, so that two processes cannot wait for each other in a ring.
 */
const STORE = `
with given as (
  select r.*, decode(r.digest, 'hex') as bytes,
    row_number() over (partition by r.digest order by r.postback_id) as copy
  from ${ROWS.table(5)} where exists (select from projects where project_id = $1::uuid)
), known as (
  select g.*, g.copy > 1 or d.known is not null as is_repeat
  from given g left join lateral (
    select true as known from skan_postbacks p where p.project_id = $1::uuid and p.digest = g.bytes limit 1) d on true
), judged as (
  select k.*, case when k.not_counted is null and (c.known is not null
      or row_number() over (partition by k.framework, k.network_id, k.transaction_id, k.sequence
        order by k.not_counted is not null, k.postback_id) > 1) then 'replay' else k.not_counted end as why
  from known k left join lateral (
    select true as known from skan_postbacks p where p.project_id = $1::uuid and p.framework = k.framework
      and p.network_id = k.network_id and p.transaction_id = k.transaction_id and p.sequence = k.sequence
      and p.counted limit 1) c on true
  where not k.is_repeat
), ranked as (
  select j.*, j.why is null or row_number() over (partition by j.why is null order by j.postback_id)
    <= $3::bigint - coalesce((
      select d.uncounted from skan_days d where d.project_id = $1::uuid and d.day = $2::date), 0) as has_room
  from judged j
), stored as (
  insert into skan_postbacks (${INTO})
  select $1::uuid, ${COLUMNS}, why is null from ranked where has_room
  order by framework, network_id, transaction_id, sequence, digest
  on conflict do nothing
  returning postback_id, counted, not_counted
), outcomes as (
  select g.postback_id, case when s.postback_id is not null then 'stored' when g.is_repeat then 'repeat'
      when not r.has_room then 'dropped' end as outcome, s.not_counted, s.counted
  from known g left join ranked r using (postback_id) left join stored s using (postback_id)
), planned as (
  insert into deliveries (project_id, source_id, connection_id, kind, name, install_id, occurred_at, revision,
    planned_at, state, due_at, notice)
  select $1::uuid, r.postback_id, c.connection_id, 'skan_postback', '$skan_postback', '', r.received_at, 0, $4::timestamptz,
    'waiting', $4::timestamptz, jsonb_build_object('platform', 'IOS', 'country', coalesce(r.country, ''),
      'network', r.network_id, 'data', ${SAID})
  from stored s join ranked r using (postback_id)
  join connections c on c.project_id = $1::uuid and c.removed_at is null and c.kind = 'webhook'
    and (c.settings -> 'events' = 'null' or c.settings -> 'events' ? 'skan_postback')
  where s.counted
  on conflict do nothing
  returning 1
), tallied as (
  insert into skan_days (project_id, day, uncounted, repeats, dropped)
  select $1::uuid, $2::date, * from (
    select count(*) filter (where not counted) as uncounted, count(*) filter (where outcome = 'repeat') as repeats,
      count(*) filter (where outcome = 'dropped') as dropped
    from outcomes) t
  where uncounted + repeats + dropped > 0
  on conflict (project_id, day) do update set uncounted = skan_days.uncounted + excluded.uncounted,
    repeats = skan_days.repeats + excluded.repeats, dropped = skan_days.dropped + excluded.dropped
)
select postback_id, outcome, not_counted, (select count(*) from planned)::int as planned from outcomes`;

/** What became of a postback: gone is a project that was removed meanwhile. */
export interface StoredPostback {
  postbackId: string;
  outcome: 'stored' | 'repeat' | 'dropped' | 'gone';
  notCounted: NotCounted | null;
}

interface OutcomeRow {
  postback_id: string;
  outcome: 'stored' | 'repeat' | 'dropped' | null;
  not_counted: NotCounted | null;
  /** Messages for webhooks, of all rows together. */
  planned: number;
}

/** Each time at least one of the rows is stored, by us or by the process that we met. */
const MOST_ROUNDS = 5;

/** Stores postbacks of one project as a set; one outcome for each, in order. */
export async function storePostbacks(
  client: pg.Pool | pg.ClientBase,
  { projectId, now }: { projectId: string; now: Date },
  rows: PostbackRow[],
): Promise<{ stored: StoredPostback[]; plannedMessages: number }> {
  const outcomes = new Map<string, StoredPostback>();
  const day = now.toISOString().slice(0, 10);
  let plannedMessages = 0;
  let left = rows;
  for (let round = 0; left.length > 0 && round < MOST_ROUNDS; round += 1) {
    const values = [projectId, day, MOST_UNCOUNTED_A_DAY, now, ...ROWS.values(left)];
    const found = await client.query<OutcomeRow>({ name: 'store-skan-postbacks', text: STORE, values });
    // A project that is gone gives no row at all.
    if (found.rows.length === 0) break;
    plannedMessages += found.rows[0]?.planned ?? 0;
    for (const { postback_id: postbackId, outcome, not_counted: notCounted } of found.rows) {
      if (outcome) outcomes.set(postbackId, { postbackId, outcome, notCounted });
    }
    left = left.filter((row) => !outcomes.has(row.postback_id));
  }
  const stored = rows.map(
    ({ postback_id: postbackId }): StoredPostback =>
      outcomes.get(postbackId) ?? { postbackId, outcome: 'gone', notCounted: null },
  );
  return { stored, plannedMessages };
}
