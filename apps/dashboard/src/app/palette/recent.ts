import { type KeyValueStore, STORED } from '../../api/stored-session.ts';

/** Something that was opened from the palette. */
export interface Recent {
  project_id: string;
  /** The address without the project. */
  path: string;
  label: string;
  kind: 'Screen' | 'Setting' | 'Campaign' | 'Link' | 'Person';
}

const STORED_COUNT = 30;
const SHOWN = 5;

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false;
  const { project_id, path, label, kind } = value as Record<string, unknown>;
  return (
    [project_id, label, kind].every((part) => typeof part === 'string') &&
    typeof path === 'string' &&
    /^\/[^/\\]/.test(path)
  );
}

function stored(store: Pick<KeyValueStore, 'getItem'>): Recent[] {
  try {
    const parsed: unknown = JSON.parse(store.getItem(STORED.paletteRecent) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** What was opened last in a project, newest first. */
export function recentOf(store: Pick<KeyValueStore, 'getItem'>, projectId: string): Recent[] {
  return stored(store)
    .filter(({ project_id }) => project_id === projectId)
    .slice(0, SHOWN);
}

export function keepRecent(store: Pick<KeyValueStore, 'getItem' | 'setItem'>, recent: Recent): void {
  const others = stored(store).filter(
    ({ project_id, path }) => project_id !== recent.project_id || path !== recent.path,
  );
  store.setItem(STORED.paletteRecent, JSON.stringify([recent, ...others].slice(0, STORED_COUNT)));
}
