import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export const LIVE_CHANNEL = 'trailmark_live';

/** The message that a project has something new. It does not hold what is new, only the ids that readers would not find. */
export interface LiveNews {
  projectId: string;
  /** Events that happened before the time that readers look at. */
  lateIds: string[];
}

/** An event this old when it is stored is published by its id. */
export const LATE_MS = 60_000;
/** How far back readers look: further than the age of events that are published by id, and than two clocks differ. */
export const LOOK_BACK_MS = 2 * LATE_MS;

/** A message holds less than 8000 bytes: https://www.postgresql.org/docs/15/sql-notify.html */
const MOST_IDS = 150;

function messagesOf({ projectId, lateIds }: LiveNews): string[] {
  const count = Math.max(1, Math.ceil(lateIds.length / MOST_IDS));
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({ projectId, lateIds: lateIds.slice(n * MOST_IDS, (n + 1) * MOST_IDS) }),
  );
}

export async function publishNews(db: Db, news: LiveNews[]): Promise<void> {
  const messages = news.flatMap(messagesOf);
  await sql`select pg_notify(${LIVE_CHANNEL}, m) from unnest(${messages}::text[]) as m`.execute(db);
}
