import { type RangeSearch, readRangeSearch } from '../../../report/report-range.ts';
import { readTable, writeTable } from '../table/table-state.ts';

/** A table that somebody keeps under a name: its address and its columns. */
export interface SavedView {
  id: string;
  name: string;
  query: Record<string, string | boolean>;
  columns: string[];
}

/** Where the views are among a person's settings. */
export const VIEWS_KEY = 'campaign_views';
export const MOST_VIEWS = 30;
export const VIEW_NAME_LENGTH = 60;

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, query, columns } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    typeof query === 'object' &&
    query !== null &&
    Array.isArray(columns) &&
    columns.every((column) => typeof column === 'string')
  );
}

/** The views among the settings; what is no view, as of another version, is left out. */
export function readViews(preference: Record<string, unknown>): SavedView[] {
  const stored = preference[VIEWS_KEY];
  return Array.isArray(stored) ? stored.filter(isView) : [];
}

type Address = ReturnType<typeof writeTable> & RangeSearch;

/** The part of an address that makes the table what it is, every name given so that the old value goes. */
export function addressOf(search: Record<string, unknown>): Address {
  const { range, from, to, compare } = readRangeSearch(search);
  return { ...writeTable(readTable(search)), range, from, to, compare };
}

/** An address as it is kept: only what it says. */
export function queryOf(search: Record<string, unknown>): SavedView['query'] {
  const said = Object.entries(addressOf(search)).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as SavedView['query'];
}

function sorted(query: SavedView['query']): string {
  return JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The view that is being shown, if it is one. */
export function currentView(
  views: readonly SavedView[],
  search: Record<string, unknown>,
  columns: readonly string[],
): SavedView | undefined {
  const query = sorted(queryOf(search));
  return views.find((view) => sorted(view.query) === query && view.columns.join('|') === columns.join('|'));
}
