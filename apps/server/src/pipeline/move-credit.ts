import { ACTIVE_24H, isVisitKind, NO_ID, VISIT_COUNTERS } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import { bulk } from '../db/bulk.ts';
import type { Tx } from '../db/connection.ts';
import { DAY_MS } from '../platform/clock.ts';
import { countedName } from '../rollups/counted-name.ts';
import type { DeltaKey, Deltas } from '../rollups/deltas.ts';
import { type Credit, creditAt, sameCredit } from './credit.ts';
import type { InstallState } from './group.ts';

interface EventRow {
  id: string;
  kind: string;
  name: string;
  occurred_at: Date;
  campaign_id: string;
  link_id: string;
  network: string;
  country: string;
  platform: string;
  amount: string | null;
  currency: string | null;
  local_date: string;
  is_first: boolean;
  is_signup: boolean;
  is_bounced: boolean;
}

/** The dimensions that an event is counted by. */
type EventDimensions = Omit<DeltaKey, 'metric' | 'eventName' | 'currency'>;

function countEvent(deltas: Deltas, row: EventRow, dimensions: EventDimensions, sign: 1 | -1): void {
  if (row.kind === 'open') return;
  if (isVisitKind(row.kind)) {
    deltas.add({ ...dimensions, metric: VISIT_COUNTERS[row.kind] }, sign);
    if (row.is_bounced) deltas.add({ ...dimensions, metric: 'bounced_visits' }, sign);
    return;
  }
  deltas.add({ ...dimensions, metric: 'events', eventName: row.name }, sign);
  if (row.is_first) deltas.add({ ...dimensions, metric: 'first_events', eventName: row.name }, sign);
  if (row.is_signup) deltas.add({ ...dimensions, metric: 'signups' }, sign);
  if (row.amount === null || row.currency === null) return;
  const metric = row.kind === 'refund' ? 'refunds' : 'payments';
  const amount = sign === 1 ? row.amount : `-${row.amount}`;
  deltas.add({ ...dimensions, metric, currency: row.currency }, sign, amount);
}

const name = sql.raw(countedName('e'));

/** So many events are read at once: somebody may have sent very many before the install itself. */
const PAGE = 5000;

async function readPage(tx: Tx, { projectId, installId }: InstallState, last: EventRow | null) {
  const { rows } = await sql<EventRow>`
    select e.id, e.kind, ${name} as name, e.occurred_at, e.campaign_id, e.link_id, e.network, e.country, e.platform,
      e.amount, e.currency, (e.occurred_at at time zone z.timezone)::date as local_date,
      coalesce(i.event_id = e.id, false) as is_first,
      e.kind = 'signup' and coalesce(u.event_id = e.id, false) as is_signup,
      coalesce(v.page_views = 1, false) as is_bounced
    from events e
    join projects z on z.project_id = ${projectId}
    left join event_firsts i on i.project_id = e.project_id and i.subject = 'i:' || e.install_id and i.name = ${name}
    left join event_firsts u on u.project_id = e.project_id and u.subject = 'u:' || e.user_id and u.name = e.name
    left join visits v on v.project_id = e.project_id and v.install_id = e.install_id and v.session_id = e.session_id
      and v.start_event_id = e.id
    where e.project_id = ${projectId} and e.install_id = ${installId}
      and (e.occurred_at, e.id) > (${last?.occurred_at ?? '-infinity'}::timestamptz, ${last?.id ?? NO_ID}::uuid)
    order by e.occurred_at, e.id
    limit ${PAGE}`.execute(tx);
  return rows;
}

async function moveEvents(tx: Tx, deltas: Deltas, before: InstallState, after: InstallState) {
  let last: EventRow | null = null;
  do {
    const rows: EventRow[] = await readPage(tx, before, last);
    await movePage(tx, deltas, { rows, before, after });
    last = rows.length === PAGE ? (rows.at(-1) ?? null) : null;
  } while (last);
}

interface CreditedEvent {
  id: string;
  occurred_at: Date;
  campaign_id: string;
  link_id: string;
  network: string;
}
const CREDITED_EVENTS = bulk<CreditedEvent>({
  id: 'uuid',
  occurred_at: 'timestamptz',
  campaign_id: 'uuid',
  link_id: 'uuid',
  network: 'text',
});

/** A visit is credited as its beginning is. */
async function moveVisits(
  tx: Tx,
  { projectId, installId, country, platform }: InstallState,
  rows: CreditedEvent[],
) {
  await sql`
    update visits v set campaign_id = r.campaign_id, link_id = r.link_id, network = r.network,
      country = ${country}, platform = ${platform}
    from ${CREDITED_EVENTS.rows(rows)}
    where v.project_id = ${projectId} and v.install_id = ${installId} and v.start_event_id = r.id`.execute(
    tx,
  );
}

async function movePage(
  tx: Tx,
  deltas: Deltas,
  { rows, before, after }: { rows: EventRow[]; before: InstallState; after: InstallState },
) {
  const changed: CreditedEvent[] = [];
  for (const row of rows) {
    const old: Credit = { campaignId: row.campaign_id, linkId: row.link_id, network: row.network };
    const credit = creditAt(after, row.occurred_at);
    const common = { localDate: row.local_date };
    const { country, platform } = row;
    countEvent(deltas, row, { ...common, credit: old, cohortDate: before.cohortDate, country, platform }, -1);
    const dimensions = { country: after.country, platform: after.platform, cohortDate: after.cohortDate };
    countEvent(deltas, row, { ...common, credit, ...dimensions }, 1);
    if (!sameCredit(old, credit) || country !== after.country || platform !== after.platform) {
      changed.push({
        id: row.id,
        occurred_at: row.occurred_at,
        campaign_id: credit.campaignId,
        link_id: credit.linkId,
        network: credit.network,
      });
    }
  }
  if (changed.length === 0) return;
  await sql`
    update events e set campaign_id = r.campaign_id, link_id = r.link_id, network = r.network,
      country = ${after.country}, platform = ${after.platform}
    from ${CREDITED_EVENTS.rows(changed)}
    where e.project_id = ${before.projectId} and e.id = r.id and e.occurred_at = r.occurred_at`.execute(tx);
  await moveVisits(tx, after, changed);
}

async function moveDays(tx: Tx, deltas: Deltas, before: InstallState, after: InstallState) {
  const { rows } = await sql<{ local_date: string; day_start: Date }>`
    select d.local_date, d.local_date::timestamp at time zone z.timezone as day_start
    from person_days d join projects z on z.project_id = ${before.projectId}
    where d.project_id = ${before.projectId} and d.install_id = ${before.installId}`.execute(tx);
  for (const row of rows) {
    for (const [state, sign] of [
      [before, -1],
      [after, 1],
    ] as const) {
      const credit = creditAt(state, row.day_start);
      const { cohortDate, country, platform } = state;
      const dimensions = { localDate: row.local_date, cohortDate, country, platform };
      deltas.add({ ...dimensions, credit, metric: 'active' }, sign);
    }
  }
}

async function takeBlocks(tx: Tx, { projectId, installId }: InstallState): Promise<number[]> {
  const { rows } = await sql<{ block: number }>`
    delete from person_blocks where project_id = ${projectId} and install_id = ${installId} returning block`.execute(
    tx,
  );
  return rows.map((row) => row.block);
}

/** The 24 hours in which it was active, by the time of the install as it is known now. */
async function putBlocks(tx: Tx, { projectId, installId, installedAt }: InstallState): Promise<number[]> {
  const { rows } = await sql<{ block: number }>`
    insert into person_blocks (project_id, install_id, block)
    select distinct e.project_id, e.install_id,
      greatest(floor(extract(epoch from e.occurred_at - ${installedAt}::timestamptz) / 86400), 0)::int
    from events e join project_settings s on s.project_id = ${projectId} and s.day_kind = '24h'
    where e.project_id = ${projectId} and e.install_id = ${installId} and ${installedAt}::timestamptz is not null
      and e.kind <> 'refund'
    returning block`.execute(tx);
  return rows.map((row) => row.block);
}

function countBlocks(deltas: Deltas, state: InstallState, blocks: number[], sign: 1 | -1): void {
  const { installedAt, cohortDate, country, platform } = state;
  if (installedAt === null || cohortDate === null) return;
  for (const block of blocks) {
    const credit = creditAt(state, new Date(installedAt.getTime() + block * DAY_MS));
    const dimensions = { localDate: cohortDate, cohortDate, country, platform };
    deltas.add({ ...dimensions, credit, metric: ACTIVE_24H, dayNumber: block }, sign);
  }
}

/**
 * Moves what an install did to those who are credited for it now. The install is locked, so nothing is added
 * to it meanwhile; what does not change cancels out.
 */
export async function moveCredit(
  tx: Tx,
  deltas: Deltas,
  { before, after }: { before: InstallState; after: InstallState },
): Promise<void> {
  await moveEvents(tx, deltas, before, after);
  await moveDays(tx, deltas, before, after);
  countBlocks(deltas, before, await takeBlocks(tx, before), -1);
  countBlocks(deltas, after, await putBlocks(tx, after), 1);
}
