import type { NotCounted } from '@trailmark/core/skan/judge-postback';
import { bulk } from '../../../db/bulk.ts';
import type { Queries } from '../../../db/queries.ts';
import type { PostbackRow } from './received-postback.ts';

/** What a project stores of a day's uncounted postbacks, so that no sender fills the disk; more are only tallied. */
export const MOST_UNCOUNTED_A_DAY = 10_000;

const ROWS = bulk<PostbackRow>({
  postback_id: 'uuid',
  received_at: 'timestamptz',
  framework: 'text',
  version: 'text',
  came_by: 'text',
  verdict: 'text',
  not_counted: 'text',
  network_id: 'text',
  transaction_id: 'text',
  sequence: 'smallint',
  app_id: 'bigint',
  source_identifier: 'text',
  campaign_number: 'smallint',
  conversion_type: 'text',
  fidelity: 'smallint',
  did_win: 'boolean',
  interaction: 'text',
  source_app_id: 'bigint',
  source_domain: 'text',
  marketplace: 'text',
  country: 'text',
  fine_value: 'smallint',
  coarse_value: 'text',
  network_campaign_id: 'text',
  network_campaign_name: 'text',
  raw: 'json as text',
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
 * One statement, so one transaction. Nothing is looked up before: what could count is put in, and the unique indexes of the
 * table decide, also between processes. What they refuse, and what has counted before retention removed it, is a copy, and is put in again as one that does not count; what
 * they refuse then is the same to the last byte. Of several copies in a group the first counts, by its id. Keys are in
 * order, so that two processes cannot wait for each other in a ring.
 */
const STORE = `
with given as (
  select r.*, decode(r.digest, 'hex') as bytes, exists (select from skan_removed_postbacks k
    where k.project_id = $1::uuid and k.framework = r.framework and k.network_id = r.network_id
      and k.transaction_id = r.transaction_id and k.sequence = r.sequence) as has_counted
  from ${ROWS.table(5)} where exists (select from projects where project_id = $1::uuid)
), counting as (
  insert into skan_postbacks (${INTO})
  select $1::uuid, ${COLUMNS}, true from (select g.*, null::text as why from given g where g.not_counted is null and not g.has_counted) g
  order by framework, network_id, transaction_id, sequence, postback_id
  on conflict do nothing
  returning postback_id
), others as (
  select g.*, coalesce(g.not_counted, 'replay') as why, row_number() over (order by g.postback_id) <= $3::bigint - coalesce((
      select d.uncounted from skan_days d where d.project_id = $1::uuid and d.day = $2::date), 0) as has_room
  from given g left join counting c using (postback_id) where c.postback_id is null
), uncounted as (
  insert into skan_postbacks (${INTO})
  select $1::uuid, ${COLUMNS}, false from others where has_room
  order by digest, postback_id
  on conflict do nothing
  returning postback_id, not_counted
), outcomes as (
  select g.postback_id, case when c.postback_id is not null or u.postback_id is not null then 'stored'
      when o.has_room then 'repeat' else 'dropped' end as outcome, u.not_counted
  from given g left join counting c using (postback_id) left join others o using (postback_id)
  left join uncounted u using (postback_id)
), planned as (
  insert into deliveries (project_id, source_id, connection_id, kind, name, install_id, occurred_at, revision,
    planned_at, state, due_at, notice)
  select $1::uuid, r.postback_id, c.connection_id, 'skan_postback', '$skan_postback', '', r.received_at, 0, $4::timestamptz,
    'waiting', $4::timestamptz, jsonb_build_object('platform', 'IOS', 'country', coalesce(r.country, ''),
      'network', r.network_id, 'data', ${SAID})
  from counting s join given r using (postback_id)
  join connections c on c.project_id = $1::uuid and c.removed_at is null and c.kind = 'webhook'
    and (c.settings -> 'events' = 'null' or c.settings -> 'events' ? 'skan_postback')
  on conflict do nothing
  returning 1
), tallied as (
  insert into skan_days (project_id, day, uncounted, repeats, dropped)
  select $1::uuid, $2::date, * from (
    select count(not_counted) as uncounted, count(*) filter (where outcome = 'repeat') as repeats,
      count(*) filter (where outcome = 'dropped') as dropped
    from outcomes) t
  where uncounted + repeats + dropped > 0
  on conflict (project_id, day) do update set uncounted = skan_days.uncounted + excluded.uncounted,
    repeats = skan_days.repeats + excluded.repeats, dropped = skan_days.dropped + excluded.dropped
)
select postback_id, outcome, not_counted, (select count(*) from planned)::int as planned from outcomes`;

/**
 * The copy of the device counts where it came first, and only the one that the ad network forwards names the campaign. Rows
 * are locked in order, so that two processes cannot wait for each other in a ring.
 */
const NAME_CAMPAIGNS = `
with given as materialized (
  select r.*, p.postback_id as counted_id, p.received_at as counted_at
  from ${ROWS.table(2)}
  join skan_postbacks p on p.project_id = $1::uuid and p.counted and p.framework = r.framework
    and p.network_id = r.network_id and p.transaction_id = r.transaction_id and p.sequence = r.sequence
    and p.network_campaign_id is null
  where r.network_campaign_id is not null
  order by p.received_at, p.postback_id for no key update of p
)
update skan_postbacks p set network_campaign_id = g.network_campaign_id,
  network_campaign_name = coalesce(g.network_campaign_name, p.network_campaign_name)
from given g
where p.project_id = $1::uuid and p.received_at = g.counted_at and p.postback_id = g.counted_id`;

/** What became of a postback: gone is a project that was removed meanwhile. */
export interface StoredPostback {
  postbackId: string;
  outcome: 'stored' | 'repeat' | 'dropped' | 'gone';
  notCounted: NotCounted | null;
}

interface OutcomeRow {
  postback_id: string;
  outcome: 'stored' | 'repeat' | 'dropped';
  not_counted: NotCounted | null;
  /** Messages for webhooks, of all rows together. */
  planned: number;
}

/** Whether a postback is right, and a copy of one that counts, whose campaign may not be known yet. */
const namesCampaignOf = (row: PostbackRow, outcome: StoredPostback | undefined): boolean =>
  row.came_by === 'forward' &&
  row.network_campaign_id !== null &&
  row.not_counted === null &&
  (outcome?.outcome !== 'stored' || outcome.notCounted !== null);

/** Stores postbacks of one project as a set; one outcome for each, in order. */
export async function storePostbacks(
  client: Queries,
  { projectId, now }: { projectId: string; now: Date },
  rows: PostbackRow[],
): Promise<{ stored: StoredPostback[]; plannedMessages: number }> {
  const day = now.toISOString().slice(0, 10);
  const values = [projectId, day, MOST_UNCOUNTED_A_DAY, now, ...ROWS.values(rows)];
  const found = await client.query<OutcomeRow>({ name: 'store-skan-postbacks', text: STORE, values });
  const outcomes = new Map(
    found.rows.map(({ postback_id: postbackId, outcome, not_counted: notCounted }) => [
      postbackId,
      { postbackId, outcome, notCounted },
    ]),
  );
  const unnamed = rows.filter((row) => namesCampaignOf(row, outcomes.get(row.postback_id)));
  // A statement of its own: it sees what was stored meanwhile. Where it fails, the ad network sends the postback again.
  if (unnamed.length > 0) {
    const text = NAME_CAMPAIGNS;
    await client.query({ name: 'name-skan-campaigns', text, values: [projectId, ...ROWS.values(unnamed)] });
  }
  // A project that is gone gives no row at all.
  const stored = rows.map(
    ({ postback_id: postbackId }): StoredPostback =>
      outcomes.get(postbackId) ?? { postbackId, outcome: 'gone', notCounted: null },
  );
  return { stored, plannedMessages: found.rows[0]?.planned ?? 0 };
}
