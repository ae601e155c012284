import type { Cadence } from '@trailmark/contract/scheduled-reports';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { addDays } from '../../report/days.ts';

/** Days that are looked at for slots, before and after today. */
const LOOKED_AT = 8;

/**
 * The slots of a report `r` around now: the days of its project on which it is due, each with its instant. PostgreSQL
 * decides what an hour is that daylight saving skips or repeats; either way a day has one slot.
 */
function slotsOf(now: Date): RawBuilder<unknown> {
  return sql`
    select day.slot, (day.slot + make_interval(hours => r.hour)) at time zone p.timezone as due_at
    from (
      select ((${now}::timestamptz at time zone p.timezone)::date + n) as slot
      from generate_series(${-LOOKED_AT}::int, ${LOOKED_AT}::int) n
    ) day
    where r.cadence = 'daily' or extract(isodow from day.slot) = r.weekday`;
}

export interface DueMail {
  report_id: string;
  user_id: string;
  email: string;
  slot: string;
  due_at: Date;
  cadence: Cadence;
}

/** What is due by now and was not made yet: one row for each recipient. */
export async function listDueMails(db: Db | Tx, now: Date, projectId: string): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    select r.report_id, c.user_id, u.email, s.slot::text as slot, s.due_at, r.cadence
    from scheduled_reports r
    join projects p on p.project_id = r.project_id and p.deleted_at is null
    join scheduled_report_recipients c on c.project_id = r.project_id and c.report_id = r.report_id
    join users u on u.id = c.user_id
    cross join lateral (${slotsOf(now)}) s
    where r.project_id = ${projectId} and r.active
      and s.due_at <= ${now} and s.due_at > r.scheduled_at and s.due_at > c.added_at
      and not exists (
        select from scheduled_report_mails m
        where m.project_id = ${projectId} and m.report_id = r.report_id and m.slot = s.slot and m.user_id = c.user_id
      )
    order by s.due_at, r.report_id, c.user_id`.execute(db);
  return rows;
}

/** When each report is due next. */
export async function readNextSlots(
  db: Db | Tx,
  now: Date,
  projectId: string,
): Promise<Map<string, { slot: string; at: Date }>> {
  const { rows } = await sql<{ report_id: string; slot: string; at: Date }>`
    select distinct on (r.report_id) r.report_id, s.slot::text as slot, s.due_at as at
    from scheduled_reports r
    join projects p on p.project_id = r.project_id
    cross join lateral (${slotsOf(now)}) s
    where r.project_id = ${projectId} and r.active and s.due_at > ${now} and s.due_at > r.scheduled_at
    order by r.report_id, s.due_at`.execute(db);
  return new Map(rows.map(({ report_id, slot, at }) => [report_id, { slot, at }]));
}

/** The days that a mail of a slot covers: whole ones, that are over. */
export function daysOfSlot(cadence: Cadence, slot: string): { from: string; to: string } {
  return { from: addDays(slot, cadence === 'daily' ? -1 : -7), to: addDays(slot, -1) };
}
