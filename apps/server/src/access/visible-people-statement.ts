import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CampaignScope } from './campaign-scope.ts';

/**
 * What a guest may know of people. Devices go from one campaign to another and people have several devices, so
 * neither the user of a device nor the profile of a person belongs to one campaign. Events do: each has the credit
 * of its own time, and keeps up when credit moves. A guest knows a person by the events of their campaigns alone.
 */
export interface Reader {
  projectId: string;
  scope: CampaignScope;
}

type GuestScope = Extract<CampaignScope, { all: false }>;
type GuestReader = Pick<Reader, 'projectId'> & { scope: GuestScope };

const isCredited = (scope: GuestScope) => sql<SqlBool>`e.campaign_id = any(${scope.campaigns}::uuid[])`;

/**
 * The events by which a guest knows who uses an install: those of its active days, in any time zone, so that only the
 * partitions of these days are read. A refund is not activity.
 */
function creditedEvents(
  { projectId, scope }: GuestReader,
  installId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const activeDay = (day: RawBuilder<unknown>) => sql`(
    select (${day})::timestamp at time zone 'UTC' from person_days d
    where d.project_id = ${projectId} and d.install_id = ${installId})`;
  return sql`events e
    where e.project_id = ${projectId} and e.install_id = ${installId} and e.kind <> 'refund'
      and e.occurred_at >= ${activeDay(sql`min(d.local_date) - 1`)}
      and e.occurred_at < ${activeDay(sql`max(d.local_date) + 2`)}
      and ${isCredited(scope)}`;
}

/** The user of an install: the current one, for a guest the last one that an event of their campaigns names. */
export function visibleUserId(
  { projectId, scope }: Reader,
  install: { id: RawBuilder<unknown>; userId: RawBuilder<unknown> },
): RawBuilder<string | null> {
  if (scope.all) return sql`${install.userId}`;
  // An install without a current user never had one.
  return sql`case when ${install.userId} is not null then (
    select e.user_id from ${creditedEvents({ projectId, scope }, install.id)} and e.user_id is not null
    order by e.occurred_at desc, e.id desc limit 1) end`;
}

/** Whether the reader may know that an install is used by a person. */
export function isVisibleUse(
  { projectId, scope }: Reader,
  use: { installId: RawBuilder<unknown>; userId: RawBuilder<unknown> },
): RawBuilder<SqlBool> {
  if (scope.all) return sql`true`;
  return sql`exists (
    select from ${creditedEvents({ projectId, scope }, use.installId)} and e.user_id = ${use.userId})`;
}

/** Whether the reader may see a person's profile: a guest when their campaigns are credited with the sign-up. */
export function isVisibleProfile(
  { projectId, scope }: Reader,
  userId: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (scope.all) return sql`true`;
  return sql`exists (
    select from event_firsts f
    join events e on e.project_id = ${projectId} and e.id = f.event_id and e.occurred_at = f.first_at
    where f.project_id = ${projectId} and f.subject = 'u:' || ${userId} and f.name = '$signup'
      and ${isCredited(scope)})`;
}
