import type { LinkTarget } from '@trailmark/core/links/link-target';
import type { Change } from '../../db/changes.ts';
import type { Log } from '../../platform/log.ts';
import { createLinkCopy } from './link-copy.ts';
import { keepSnapshot, readSnapshot } from './link-snapshot.ts';
import { loadByNode } from './load-by-node.ts';
import { createLookUps } from './look-ups.ts';
import { createRefresher } from './refresher.ts';
import { findByName, findBySlug, type LinkConnection, listLinkedProjects } from './store.ts';

const REFRESH_MS = 60_000;

/** All links of all projects, in this process: the edge answers from here. */
export interface LinkCache {
  projectOfHost(host: string): string | undefined;
  /** A link by its slug; within one project also by the display id of its campaign. */
  find(name: string, projectId?: string): LinkTarget | undefined;
  /** Asks the database for a link that is not in the cache; throws when it cannot be asked. */
  lookUp(name: string, projectId?: string): Promise<LinkTarget | null>;
  onChange(change: Change): void;
  onGap(): void;
  /** Resolves when the cache was compared with the database once, or that failed. */
  opened: Promise<void>;
  stop(): Promise<void>;
}

interface Needs {
  connection: LinkConnection;
  log: Log;
  /** Where the cache is kept for a start without a database. */
  file: string;
  /** What a visitor may wait for the database. */
  budgetMs: number;
}

/** Keeps a copy of the links as the database has them: on announcements, and as a whole every minute. */
export function openLinkCache({ connection, log, file, budgetMs }: Needs): LinkCache {
  const copy = createLinkCopy();
  for (const project of readSnapshot(file)) copy.replace(project);
  const lookUps = createLookUps(budgetMs);
  const snapshot = keepSnapshot({ file, log, lines: copy.lines });

  const listProjects = async () => [...(await listLinkedProjects(connection.pool)), ...copy.projectIds()];
  const load = async (some: string[] | null) => {
    const ids = [...new Set(some ?? (await listProjects()))];
    const failed = await loadByNode(connection, ids, (projects) => {
      const changes = projects.map((project) => copy.replace(project));
      if (changes.includes(true)) snapshot.changed();
    });
    lookUps.forget();
    return failed;
  };
  const refresher = createRefresher({
    load,
    onFailure: (err) => log.warn({ err }, 'links come from the copy: the database cannot be reached'),
  });
  refresher.all();
  const timer = setInterval(refresher.all, REFRESH_MS).unref();

  return {
    opened: refresher.running(),
    projectOfHost: copy.projectOfHost,
    find: (name, projectId) => (projectId === undefined ? copy.bySlug(name) : copy.byName(projectId, name)),
    async lookUp(name, projectId) {
      const found = await lookUps.ask(`${projectId ?? ''}/${name}`, () =>
        projectId === undefined ? findBySlug(connection, name) : findByName(connection, projectId, name),
      );
      // Not put into the copy from here: a change may have overtaken it.
      if (found) refresher.some(found.projectId);
      return found;
    },
    onChange: ({ projectId }) => refresher.some(projectId),
    onGap: refresher.all,
    stop: async () => {
      clearInterval(timer);
      await refresher.stop();
      await snapshot.stop();
    },
  };
}
