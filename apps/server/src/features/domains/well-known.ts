import { asHost } from '@trailmark/contract/domains';
import type { Change } from '../../db/changes.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { createLru } from '../../platform/lru.ts';
import { makeProof } from './proof.ts';
import { findHostObjects } from './store.ts';
import { OBJECT_PATHS, PROOF_PATH } from './well-known-paths.ts';

const FRESH_MS = 30 * SECOND_MS;
const MAX_HOSTS = 2000;
const PATHS = [...Object.values(OBJECT_PATHS), PROOF_PATH];

type Needs = Pick<Kit, 'db' | 'clock' | 'secrets'>;

export interface WellKnownFile {
  contentType: 'application/json';
  body: string;
}

/** The files of a host, by path. */
interface HostFiles {
  projectId: string;
  files: Map<string, WellKnownFile>;
}

async function loadFiles({ db, secrets }: Needs, host: string): Promise<HostFiles | null> {
  const found = await findHostObjects(db, host);
  if (!found) return null;
  const file = (body: string): WellKnownFile => ({ contentType: 'application/json', body });
  const files = new Map([[PROOF_PATH, file(makeProof(secrets, host))]]);
  for (const { platform, object } of found.objects) {
    const path = platform === 'IOS' || platform === 'ANDROID' ? OBJECT_PATHS[platform] : null;
    if (path) files.set(path, file(JSON.stringify(object)));
  }
  return { projectId: found.projectId, files };
}

/** A Host header without its port, in the one spelling; null when it is no name. */
function nameOf(host: string): string | null {
  return asHost(host.replace(/:\d{1,5}$/, ''));
}

/** What a link host answers at a path below /.well-known; null when there is nothing, or no such host. */
export async function findWellKnown(kit: Needs, host: string, path: string): Promise<WellKnownFile | null> {
  const name = nameOf(host);
  if (!name || !PATHS.includes(path)) return null;
  return (await loadFiles(kit, name))?.files.get(path) ?? null;
}

export interface WellKnown {
  find(host: string, path: string): Promise<WellKnownFile | null>;
  /** For the listener of announcements. */
  onChange(change: Change): void;
  onGap(): void;
}

interface Copy {
  at: number;
  found: HostFiles;
}

/** The same, from a copy in this process: fresh for half a minute, older while the database is away. */
export function createWellKnown(kit: Needs): WellKnown {
  const copies = createLru<Copy>(MAX_HOSTS);
  // Apart, so that made-up Host headers cannot evict real hosts. Valued by the time of the look.
  const unknown = createLru<number>(MAX_HOSTS);
  let generation = 0;
  const forget = (isConcerned: (found: HostFiles) => boolean) => {
    generation += 1;
    unknown.clear();
    // Only made old: an old copy is better than none in an outage.
    for (const copy of copies.values()) if (isConcerned(copy.found)) copy.at = Number.NEGATIVE_INFINITY;
  };
  const keep = (host: string, found: HostFiles | null, at: number) => {
    if (found) {
      copies.set(host, { at, found });
      unknown.delete(host);
    } else {
      unknown.set(host, at);
      copies.delete(host);
    }
  };

  const filesOf = async (host: string): Promise<HostFiles | null> => {
    const now = kit.clock.now().getTime();
    const copy = copies.get(host);
    if (copy && now - copy.at < FRESH_MS) return copy.found;
    if (now - (unknown.get(host) ?? Number.NEGATIVE_INFINITY) < FRESH_MS) return null;
    const begun = generation;
    try {
      const found = await loadFiles(kit, host);
      // A change during the look may not be in what it saw.
      keep(host, found, begun === generation ? now : Number.NEGATIVE_INFINITY);
      return found;
    } catch (error) {
      if (copy) return copy.found;
      throw error;
    }
  };

  return {
    async find(host, path) {
      const name = nameOf(host);
      if (!name || !PATHS.includes(path)) return null;
      return (await filesOf(name))?.files.get(path) ?? null;
    },
    onChange: ({ kind, projectId }) => {
      if (kind === 'links') forget((found) => found.projectId === projectId);
    },
    onGap: () => forget(() => true),
  };
}
