import { sql } from 'kysely';
import { allProjects } from '../../../db/all-projects.ts';
import type { Change } from '../../../db/changes.ts';
import type { Db } from '../../../db/connection.ts';
import type { Clock } from '../../../platform/clock.ts';
import { SECOND_MS } from '../../../platform/clock.ts';

/** The project of an app, with what of its settings decides about a postback. */
export interface SkanApp {
  projectId: string;
  countsDevelopment: boolean;
}

interface AppRow {
  app_id: number;
  project_id: string;
  counts_development: boolean;
}

async function loadApps(db: Db): Promise<Map<number, SkanApp>> {
  const { rows } = await sql<AppRow>`${allProjects}
    select a.app_id, a.project_id, coalesce(s.count_development, false) as counts_development
    from skan_apps a
    join projects p on p.project_id = a.project_id and p.deleted_at is null
    left join skan_settings s on s.project_id = a.project_id`.execute(db);
  return new Map(
    rows.map((row) => [
      Number(row.app_id),
      { projectId: row.project_id, countsDevelopment: row.counts_development },
    ]),
  );
}

const FRESH_MS = 30 * SECOND_MS;

export interface SkanApps {
  find(appId: number): Promise<SkanApp | null>;
  /** For the listener of announcements. */
  onChange(change: Change): void;
  onGap(): void;
}

/**
 * All apps that there are, in this process: an app that nobody has costs the database nothing, however many are made
 * up. Loaded again after a change, and twice a minute.
 */
export function createSkanApps({ db, clock }: { db: Db; clock: Clock }): SkanApps {
  let copy: { apps: Map<number, SkanApp>; at: number } | null = null;
  let loading: Promise<Map<number, SkanApp>> | null = null;
  let generation = 0;

  const load = async (): Promise<Map<number, SkanApp>> => {
    const begun = generation;
    const now = clock.now().getTime();
    try {
      const apps = await loadApps(db);
      // A change meanwhile may not be in what was loaded.
      copy = { apps, at: begun === generation ? now : Number.NEGATIVE_INFINITY };
      return apps;
    } catch (error) {
      // An old copy is better than none in an outage; what it lets in still waits for the database.
      if (copy) return copy.apps;
      throw error;
    } finally {
      loading = null;
    }
  };

  const forget = () => {
    generation += 1;
    if (copy) copy.at = Number.NEGATIVE_INFINITY;
  };

  return {
    async find(appId) {
      const isFresh = copy !== null && clock.now().getTime() - copy.at < FRESH_MS;
      if (copy && isFresh) return copy.apps.get(appId) ?? null;
      loading ??= load();
      return (await loading).get(appId) ?? null;
    },
    onChange: ({ kind }) => {
      if (kind !== 'watches') forget();
    },
    onGap: forget,
  };
}
