import type { ZoneInfo } from '@trailmark/contract/projects';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { badField } from '../../platform/app-error.ts';
import { HOUR_MS } from '../../platform/clock.ts';

interface Known {
  zones: ZoneInfo[];
  at: number;
}

let known: Known | null = null;

/** Zones as PostgreSQL knows them: it is the one source of zone rules. Offsets move with summer time, hence the hour. */
export async function listTimezones(db: Db, now: Date): Promise<ZoneInfo[]> {
  if (known && Math.abs(now.getTime() - known.at) < HOUR_MS) return known.zones;
  const rows = await sql<ZoneInfo>`
    select name, (extract(epoch from utc_offset) / 60)::int as offset_minutes
    from pg_timezone_names
    where name = 'UTC' or name ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/'
    order by name`.execute(db);
  known = { zones: rows.rows, at: now.getTime() };
  return rows.rows;
}

export async function checkTimezone(db: Db, now: Date, timezone: string): Promise<void> {
  const zones = await listTimezones(db, now);
  if (!zones.some((zone) => zone.name === timezone)) throw badField('timezone', 'is not a known time zone');
}
