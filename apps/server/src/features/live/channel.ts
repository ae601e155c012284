import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export const LIVE_CHANNEL = 'trailmark_live';

/** What is told of a project: that there is something new. Nothing of what it is, except where it must be looked for. */
export interface LiveNews {
  projectId: string;
  /** Events that happened so long ago that nobody would look there. */
  lateIds: string[];
}

/** An event this old when it is stored is told of by its id. */
export const LATE_MS = 60_000;
/** How far back readers look: further than what is told of by id, and than two clocks differ. */
export const LOOK_BACK_MS = 2 * LATE_MS;

/** A message holds less than 8000 bytes: https://www.postgresql.org/docs/15/sql-notify.html */
const MOST_IDS = 150;

function messagesOf({ projectId, lateIds }: LiveNews): string[] {
  const count = Math.max(1, Math.ceil(lateIds.length / MOST_IDS));
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({ projectId, lateIds: lateIds.slice(n * MOST_IDS, (n + 1) * MOST_IDS) }),
  );
}

export async function tellNews(db: Db, news: LiveNews[]): Promise<void> {
  const messages = news.flatMap(messagesOf);
  await sql`select pg_notify(${LIVE_CHANNEL}, m) from unnest(${messages}::text[]) as m`.execute(db);
}
