import { sql } from 'kysely';
import { allProjects, inAllParts } from '../../../db/all-projects.ts';
import type { Change } from '../../../db/changes.ts';
import type { Db } from '../../../db/connection.ts';
import { projectDb } from '../../../db/project-db.ts';
import type { Clock } from '../../../platform/clock.ts';
import { SECOND_MS } from '../../../platform/clock.ts';

/** The project of an app, with what of its settings decides about a postback. */
export interface SkanApp {
  projectId: string;
  countsDevelopment: boolean;
}

/** What was read at one time. */
interface Copy {
  apps: Map<number, SkanApp>;
  /** A node was away: what its projects have set is not in it. */
  isIncomplete: boolean;
}

async function loadApps(db: Db): Promise<Copy> {
  const { rows } = await sql<{ app_id: number; project_id: string }>`
    select a.app_id, a.project_id from skan_apps a
    join projects p on p.project_id = a.project_id and p.deleted_at is null`.execute(db);
  const { results, isIncomplete } = await inAllParts({ db }, async (part) => {
    const counting = sql<{ project_id: string }>`${allProjects}
      select project_id from skan_settings where count_development`;
    return (await counting.execute(part.db)).rows;
  });
  const counting = new Set(results.flat().map(({ project_id }) => project_id));
  const apps = rows.map(({ app_id, project_id: projectId }): [number, SkanApp] => [
    Number(app_id),
    { projectId, countsDevelopment: counting.has(projectId) },
  ]);
  return { apps: new Map(apps), isIncomplete };
}

async function countsDevelopment(db: Db, projectId: string): Promise<boolean> {
  const { rows } = await sql`
    select from skan_settings where project_id = ${projectId} and count_development`.execute(
    await projectDb(db, projectId),
  );
  return rows.length > 0;
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
  let copy: (Copy & { at: number }) | null = null;
  let loading: Promise<Copy> | null = null;
  let generation = 0;

  const load = async (): Promise<Copy> => {
    const begun = generation;
    const now = clock.now().getTime();
    try {
      const loaded = await loadApps(db);
      // A change meanwhile may not be in what was loaded.
      copy = { ...loaded, at: begun === generation ? now : Number.NEGATIVE_INFINITY };
      return loaded;
    } catch (error) {
      // An old copy is better than none in an outage; what it lets in still waits for the database.
      if (copy) return copy;
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
      if (!isFresh) loading ??= load();
      const { apps, isIncomplete } = (isFresh ? copy : await loading) as Copy;
      const app = apps.get(appId) ?? null;
      if (!app || !isIncomplete) return app;
      return { ...app, countsDevelopment: await countsDevelopment(db, app.projectId) };
    },
    onChange: ({ kind }) => {
      if (kind !== 'watches') forget();
    },
    onGap: forget,
  };
}
