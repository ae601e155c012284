import { skanNetworkOf } from '@trailmark/contract/skan-networks';
import { isVisitEvent } from '@trailmark/contract/visits';
import { consentAnswers, type StoredConsent } from '@trailmark/core/client/consent-answers';
import type { DeliveryEvent, DeliveryKind } from '@trailmark/core/destinations/delivery-event';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { NO_CREDIT } from '../pipeline/credit.ts';
import { countsAsEvent } from '../rollups/counted-name.ts';
import { deliveredKind } from './chosen-events.ts';
import type { ConnectionKey } from './connection.ts';
import { decisionId } from './decision-id.ts';

/** What is stored nowhere else, or goes before the message does: a message about a connection, or a postback. */
interface Notice extends Partial<Pick<DeliveryEvent, 'connection' | 'data' | 'platform' | 'country'>> {
  network?: string;
}

interface SourceRow {
  source_id: string;
  /** With which it was planned. */
  planned_revision: number;
  kind: DeliveryKind;
  name: string;
  install_id: string;
  occurred_at: Date;
  attempts: number;
  notice: Notice | null;
  sent_as: Pick<DeliveryEvent, 'userId' | 'identities'> | null;
  /** Of the event; null of a decision. */
  stored_kind: string | null;
  user_id: string | null;
  amount: string | null;
  currency: string | null;
  data: Record<string, unknown> | null;
  installed_at: Date | null;
  platform: string | null;
  country: string | null;
  consent: StoredConsent['consent'];
  consent_times: StoredConsent['times'];
  integrations: Record<string, unknown> | null;
  identities: Record<string, unknown> | null;
  revision: number | null;
  is_current: boolean | null;
  network: string | null;
  match_type: string | null;
  verdict: DeliveryEvent['verdict'];
  reasons: string[] | null;
  campaign_id: string | null;
  campaign_name: string | null;
  link_name: string | null;
  ad_set: string | null;
  creative: string | null;
}

/** A delivery with its event as it is known now. */
export interface DueDelivery {
  sourceId: string;
  attempts: number;
  /** Of the decision that gives the credit; 0 where there is none. */
  revision: number;
  /** null: the event is not stored any more. */
  event: DeliveryEvent | null;
}

const FROM_EVENTS: readonly DeliveryKind[] = ['event', 'signup', 'payment', 'refund'];

/**
 * The decision in force at the time of the event; the first reaches back to the beginning. Whether a newer one is in
 * force by now is asked of decisions only: nobody needs it of an event.
 */
const decisionOf = (projectId: string) => sql`
  select d.revision, s.kind in (${sql.join(FROM_EVENTS.map((kind) => sql.lit(kind)))}) or not exists (
      select from decisions n where n.project_id = ${projectId} and n.install_id = s.install_id
      and n.in_force_from > d.in_force_from) as is_current,
    d.network, d.match_type, d.verdict, d.reasons, d.campaign_id, d.link_id,
    d.receipt -> 'decision' ->> 'adSet' as ad_set, d.receipt -> 'decision' ->> 'creative' as creative
  from decisions d where d.project_id = ${projectId} and d.install_id = s.install_id
  order by (d.in_force_from <= s.occurred_at) desc,
    case when d.in_force_from <= s.occurred_at then d.in_force_from end desc, d.in_force_from, d.revision desc
  limit 1`;

/** Everything that is known of some deliveries, or of events that could be. */
function sourcesOf(projectId: string, sources: RawBuilder<unknown>): RawBuilder<SourceRow> {
  return sql<SourceRow>`
    select s.source_id, s.kind, s.name, s.install_id, s.occurred_at, s.revision as planned_revision, s.attempts, s.notice, s.sent_as,
      e.kind as stored_kind, coalesce(e.user_id, i.user_id) as user_id, e.amount::text as amount, e.currency, e.data,
      i.installed_at, i.platform, i.country, i.consent, i.consent_times, i.integrations, p.identities,
      x.revision, x.is_current, x.network, x.match_type, x.verdict, x.reasons, x.campaign_id, x.ad_set, x.creative,
      c.name as campaign_name, l.name as link_name
    from (${sources}) s
    left join events e on e.project_id = ${projectId} and e.id = s.source_id and e.occurred_at = s.occurred_at
    left join installs i on i.project_id = ${projectId} and i.install_id = s.install_id
    left join people p on p.project_id = ${projectId} and p.user_id = coalesce(e.user_id, i.user_id)
    left join lateral (${decisionOf(projectId)}) x on true
    left join campaigns c on c.project_id = ${projectId} and c.id = x.campaign_id
    left join links l on l.project_id = ${projectId} and l.id = x.link_id`;
}

const textsOf = (values: Record<string, unknown> | null): [string, string][] =>
  Object.entries(values ?? {}).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
  );

const idOrNull = (id: string | null) => (id === NO_ID ? null : id);

/** As it was first sent, if it was: a receiver would not recognise a repeat under another id. */
function personOf({ sent_as, user_id, identities, integrations }: SourceRow) {
  if (sent_as) return sent_as;
  // What the app says about this install counts before what is known of the person.
  return {
    userId: user_id,
    identities: Object.fromEntries([...textsOf(identities), ...textsOf(integrations)]),
  };
}

function consentOf({ consent, consent_times: times }: SourceRow) {
  const answers = consentAnswers({ consent, times });
  return answers.length === 0 ? null : answers;
}

const noticedNetwork = (notice: Notice | null) =>
  notice?.network === undefined ? null : (skanNetworkOf(notice.network) ?? notice.network);

function eventOf(row: SourceRow): DeliveryEvent | null {
  const isGone = FROM_EVENTS.includes(row.kind) ? row.stored_kind === null : row.platform === null;
  if (isGone && row.notice === null) return null;
  return {
    id: row.source_id,
    kind: row.kind,
    name: row.name,
    occurredAt: row.occurred_at,
    installId: row.install_id,
    installedAt: row.installed_at,
    ...personOf(row),
    platform: row.platform ?? row.notice?.platform ?? '',
    country: row.country ?? row.notice?.country ?? '',
    consentAnswers: consentOf(row),
    credit: {
      network: row.network ?? noticedNetwork(row.notice) ?? NO_CREDIT.network,
      campaignId: idOrNull(row.campaign_id),
      campaignName: row.campaign_name,
      linkName: row.link_name,
      adSet: row.ad_set,
      creative: row.creative,
      matchType: row.match_type,
    },
    isCurrent: row.is_current ?? true,
    verdict: row.verdict,
    amount: row.amount,
    currency: row.currency,
    data: row.data ?? row.notice?.data ?? null,
    decision:
      row.stored_kind === null && row.revision !== null
        ? { revision: row.revision, verdict: row.verdict ?? 'clean', reasons: row.reasons ?? [] }
        : null,
    connection: row.notice?.connection ?? null,
  };
}

const asDue = (row: SourceRow): DueDelivery => ({
  sourceId: row.source_id,
  attempts: row.attempts,
  revision: row.revision ?? 0,
  event: eventOf(row),
});

interface DueQuery {
  now: Date;
  limit: number;
  /** Those that are being sent. */
  except: readonly string[];
}

/** What is due for a connection: what happens now before what is backfilled, the longest due first. */
export async function readDue(
  db: Db,
  { projectId, connectionId, now, limit, except }: ConnectionKey & DueQuery,
): Promise<DueDelivery[]> {
  const due = sql`select * from deliveries where project_id = ${projectId} and connection_id = ${connectionId}
    and state = 'waiting' and due_at <= ${now} and source_id <> all(${except}::uuid[]) order by is_backfill, due_at limit ${limit}`;
  const { rows } = await sourcesOf(projectId, due).execute(db);
  return rows.map(asDue);
}

/** One delivery, whatever its state. */
export async function readDelivery(
  db: Db,
  { projectId, connectionId, sourceId }: ConnectionKey & { sourceId: string },
): Promise<DueDelivery | null> {
  const one = sql`select * from deliveries where project_id = ${projectId} and source_id = ${sourceId}
    and connection_id = ${connectionId}`;
  const { rows } = await sourcesOf(projectId, one).execute(db);
  return rows[0] ? asDue(rows[0]) : null;
}

const HOUR_MS = 3_600_000;
/** How far back the latest events are looked for: further only where there are few. */
const LOOK_BACK_HOURS = [1, 24, 30 * 24];

interface LatestQuery {
  projectId: string;
  now: Date;
  limit: number;
  /** A kind of event or the name of one; without it, all. */
  event?: string | undefined;
}

/** Visits, pages and screens only where they are asked for: there are many, and most connections send none. */
const isShown = (event: string | undefined) =>
  event !== undefined && isVisitEvent(event) ? sql`true` : sql.raw(countsAsEvent('kind'));

/** Each side of the union ends early by itself: PostgreSQL does not push the limit into it. */
const latestSince = ({ projectId, limit, event }: LatestQuery, since: Date) => {
  const isChosen = (kind: string, name: string) =>
    event === undefined ? sql`true` : sql`(${sql.raw(kind)} = ${event} or ${sql.raw(name)} = ${event})`;
  return sql`
    select * from (
      (select project_id, id as source_id, ${deliveredKind}, name, install_id, occurred_at, 0 as revision, 0 as attempts,
        null::jsonb as notice, null::jsonb as sent_as
      from events where project_id = ${projectId} and occurred_at > ${since} and kind <> 'open' and not imported
        and ${isChosen('kind', 'name')} and ${isShown(event)}
      order by occurred_at desc limit ${limit})
      union all
      (select project_id, null, kind, '$' || kind, install_id, in_force_from, revision, 0, null, null
      from decisions where project_id = ${projectId} and decided_at > ${since} and because <> 'import'
        and revises is null and ${isChosen('kind', "'$' || kind")}
      order by decided_at desc limit ${limit})
    ) latest order by occurred_at desc limit ${limit}`;
};

/** A decision has no id of its own. */
const namedRow = (row: SourceRow): SourceRow => ({
  ...row,
  source_id:
    row.source_id ??
    decisionId({ occurredAt: row.occurred_at, installId: row.install_id, revision: row.planned_revision }),
});

/** The latest events and installs of a project, as deliveries would tell them, newest first. */
export async function readLatest(db: Db, query: LatestQuery): Promise<DueDelivery[]> {
  for (const [n, hours] of LOOK_BACK_HOURS.entries()) {
    const since = new Date(query.now.getTime() - hours * HOUR_MS);
    const { rows } = await sourcesOf(query.projectId, latestSince(query, since)).execute(db);
    if (rows.length < query.limit && n + 1 < LOOK_BACK_HOURS.length) continue;
    return rows
      .map((row) => asDue(namedRow(row)))
      .sort(
        (one, other) => (other.event?.occurredAt.getTime() ?? 0) - (one.event?.occurredAt.getTime() ?? 0),
      );
  }
  return [];
}
