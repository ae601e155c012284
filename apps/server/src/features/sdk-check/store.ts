import { REFERRER_FIELDS } from '@trailmark/core/client/read-referrers';
import { ADVERTISING_ID_FIELDS } from '@trailmark/core/sdk-check/find-warnings';
import type {
  CheckedEvent,
  CheckedInstall,
  CheckedOpen,
  CheckedPayment,
  SdkSignal,
} from '@trailmark/core/sdk-check/rows';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { firstIdAt } from '../../platform/ids.ts';

/** The latest rows of each kind that a check reads: it is about how the app is built, not about every install. */
const MOST_INSTALLS = 500;
const MOST_EVENTS = 1000;
const MOST_PAYMENTS = 500;
const MOST_OPENS = 200;

interface RecentRows {
  projectId: string;
  since: Date;
}

const DEVICE_FIELDS = [...REFERRER_FIELDS, ...ADVERTISING_ID_FIELDS];

export async function readInstalls(db: Db, { projectId, since }: RecentRows): Promise<CheckedInstall[]> {
  const { rows } = await sql<CheckedInstall>`
    select install_id as "installId", platform, installed_at as "installedAt", updated_at as "updatedAt",
      user_id as "userId", sdk_version as "sdkVersion", consent is not null as "hasConsent",
      first_touch is not null as "hasTouch",
      coalesce((select jsonb_object_agg(f.key, f.value)
        from jsonb_each(case jsonb_typeof(device_data) when 'object' then device_data else '{}' end) f
        where f.key = any(${DEVICE_FIELDS}::text[])), '{}') as "deviceData"
    from installs
    where project_id = ${projectId} and installed_at >= ${since} and not imported
    order by installed_at desc limit ${MOST_INSTALLS}`.execute(db);
  return rows;
}

export async function readEvents(db: Db, { projectId, since }: RecentRows): Promise<CheckedEvent[]> {
  const { rows } = await sql<CheckedEvent>`
    select e.install_id as "installId", e.platform, e.kind, e.name, e.user_id as "userId",
      e.received_at as "receivedAt", i.installed_at is not null as "hasInit"
    from (
      select * from events
      where project_id = ${projectId} and id >= ${firstIdAt(since)}::uuid and occurred_at >= ${since}
        and not imported
      order by id desc limit ${MOST_EVENTS}) e
    left join installs i on i.project_id = ${projectId} and i.install_id = e.install_id`.execute(db);
  return rows;
}

export async function readPayments(db: Db, { projectId, since }: RecentRows): Promise<CheckedPayment[]> {
  const { rows } = await sql<CheckedPayment>`
    select e.install_id as "installId", e.platform, e.user_id as "userId", p.type, p.payment_id as "paymentId",
      e.amount::text as amount, e.currency, e.occurred_at as "occurredAt"
    from (
      select * from events
      where project_id = ${projectId} and kind in ('payment', 'refund') and kind = 'payment'
        and occurred_at >= ${since} and not imported
      order by occurred_at desc limit ${MOST_PAYMENTS}) e
    join payments p on p.project_id = ${projectId} and p.install_id = e.install_id and p.event_id = e.id`.execute(
    db,
  );
  return rows;
}

/**
 * First opens of apps with the age of the nearest click. A link that opened the app itself was tapped just then, and a
 * page is there a moment after its link was followed.
 */
export async function readOpens(db: Db, { projectId, since }: RecentRows): Promise<CheckedOpen[]> {
  const { rows } = await sql<CheckedOpen>`
    select d.install_id as "installId", d.in_force_from as at, n.age::float8 as "clickAgeSeconds"
    from (
      select * from decisions
      where project_id = ${projectId} and decided_at >= ${since} and because = 'first_open'
        and receipt #>> '{conversion,platform}' is distinct from 'web'
      order by decided_at desc limit ${MOST_OPENS}) d
    cross join lateral (
      select min((c.value ->> 'ageSeconds')::numeric) as age
      from json_array_elements(d.receipt #> '{decision,candidates}') c
      join json_array_elements(d.receipt -> 'touches') t on t.value ->> 'id' = c.value ->> 'touchId'
      where t.value ->> 'kind' = 'click' and not (t.value -> 'foundBy')::jsonb @> '["deep_link"]') n
    where n.age is not null`.execute(db);
  return rows;
}

interface SignalsQuery {
  projectId: string;
  /** Of what is wrong, and of what can be done. */
  wrongSince: Date;
  seenSince: Date;
}

export async function readSignals(
  db: Db,
  { projectId, wrongSince, seenSince }: SignalsQuery,
): Promise<SdkSignal[]> {
  const { rows } = await sql<SdkSignal>`
    select signal, count, last_at as "lastAt", install_id as "installId", platform, example
    from sdk_signals
    where project_id = ${projectId}
      and last_at >= case when signal in ('unsigned', 'clock_skew') then ${wrongSince}::timestamptz
        else ${seenSince}::timestamptz end
    order by last_at desc`.execute(db);
  return rows;
}

export async function mustSign(db: Db, projectId: string): Promise<boolean> {
  const row = await db
    .selectFrom('project_settings')
    .select('signing')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.signing === 'required';
}
