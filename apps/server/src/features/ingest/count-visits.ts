import { bulk } from '../../db/bulk.ts';
import { prepare } from '../../db/run-prepared.ts';
import { creditAt } from '../../pipeline/credit.ts';
import type { Fact, Step } from '../../pipeline/group.ts';
import { appendDeltas } from '../../rollups/deltas.ts';

/** What a group adds to a visit. */
interface VisitRow {
  install_id: string;
  session_id: string;
  started_at: Date;
  start_event_id: string | null;
  entry_page: string | null;
  source_type: string | null;
  source_name: string | null;
  campaign_id: string;
  link_id: string;
  network: string;
  platform: string;
  country: string;
  page_views: number;
  screen_views: number;
}

const VISITS = bulk<VisitRow>({
  install_id: 'text',
  session_id: 'text',
  started_at: 'timestamptz',
  start_event_id: 'uuid',
  entry_page: 'text',
  source_type: 'text',
  source_name: 'text',
  campaign_id: 'uuid',
  link_id: 'uuid',
  network: 'text',
  platform: 'text',
  country: 'text',
  page_views: 'int',
  screen_views: 'int',
});

/** What the beginning of a visit says, and until it arrives the first page or screen. */
const SAID = [
  ...['started_at', 'entry_page', 'source_type', 'source_name', 'campaign_id', 'link_id', 'network'],
  ...['platform', 'country'],
];
const said = SAID.map(
  (column) => `${column} = case
    when v.start_event_id is not null then v.${column}
    when excluded.start_event_id is not null or excluded.started_at < v.started_at then excluded.${column}
    else v.${column} end`,
).join(', ');

/** Whether a visit counts as one with a single page: it has begun, as far as is known. */
const isBounced = (visit: string) =>
  `coalesce(${visit}.start_event_id is not null and ${visit}.page_views = 1, false)::int`;

const DIMENSIONS = 'local_date, campaign_id, link_id, network, country, platform';

/**
 * Adds to the visits of a project, and counts those that have exactly one page from now on, or not any more. $1: the
 * project, then the visits, in the order of their key. Their installs are locked, so that nobody else changes them.
 */
const addToVisits = prepare<never>(`
  with input as materialized (
    select * from ${VISITS.table(2)}
  ), before as materialized (
    select v.* from input i join visits v
      on v.project_id = $1::uuid and v.install_id = i.install_id and v.session_id = i.session_id
  ), stored as (
    insert into visits as v (project_id, ${VISITS.names})
    select $1::uuid, ${VISITS.names} from input order by install_id, session_id
    on conflict (project_id, install_id, session_id) do update set ${said},
      start_event_id = coalesce(v.start_event_id, excluded.start_event_id),
      page_views = v.page_views + excluded.page_views, screen_views = v.screen_views + excluded.screen_views
    returning v.*
  ), changed as (
    select s.*, (s.started_at at time zone z.timezone)::date as local_date, ${isBounced('s')} - ${isBounced('b')} as change
    from stored s left join before b using (install_id, session_id)
    join projects z on z.project_id = $1::uuid
  )
  ${appendDeltas(`
    select local_date, null::date as cohort_date, campaign_id, link_id, network, country, platform,
      'bounced_visits' as metric, '' as event_name, '' as currency, null::int as day_number, sum(change) as count,
      0 as amount
    from changed where change <> 0 group by ${DIMENSIONS} having sum(change) <> 0`)}`);

function rowOf(fact: Fact, sessionId: string): VisitRow {
  const { install, item, occurredAt } = fact;
  const credit = creditAt(install, occurredAt);
  return {
    install_id: install.installId,
    session_id: sessionId,
    started_at: occurredAt,
    start_event_id: fact.kind === 'session_start' ? fact.id : null,
    entry_page: item.visit?.entryPage ?? null,
    source_type: item.visit?.source?.type ?? null,
    source_name: item.visit?.source?.name ?? null,
    campaign_id: credit.campaignId,
    link_id: credit.linkId,
    network: credit.network,
    platform: install.platform,
    country: install.country,
    page_views: fact.kind === 'page_view' ? 1 : 0,
    screen_views: fact.kind === 'screen_view' ? 1 : 0,
  };
}

/** Two parts of the same visit as one. */
function joined(one: VisitRow, other: VisitRow): VisitRow {
  const isOthers =
    one.start_event_id === null && (other.start_event_id !== null || other.started_at < one.started_at);
  return {
    ...(isOthers ? other : one),
    page_views: one.page_views + other.page_views,
    screen_views: one.screen_views + other.screen_views,
  };
}

/** Keeps the visits that new facts are of: their number of pages and screens, and how they began. */
export const countVisits: Step = async (tx, group) => {
  const rows = new Map<string, VisitRow>();
  for (const fact of group.stored) {
    const sessionId = fact.item.visit?.sessionId;
    if (sessionId === undefined) continue;
    const row = rowOf(fact, sessionId);
    const key = JSON.stringify([row.install_id, sessionId]);
    const known = rows.get(key);
    rows.set(key, known ? joined(known, row) : row);
  }
  if (rows.size > 0) await addToVisits(tx, [group.projectId, ...VISITS.values([...rows.values()])]);
};
