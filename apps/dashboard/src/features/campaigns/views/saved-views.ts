import {
  type AddressSchema,
  type AddressSearch,
  changeAddress,
  readAddress,
  writeAddress,
} from '../../../address/address-state.ts';
import { DEFAULT_RANGE, RANGE, type RangeState } from '../../../report/report-range.ts';
import { DEFAULT_TABLE, TABLE_STATE, type TableState } from '../table/table-state.ts';

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

type ViewState = TableState & RangeState;
const VIEW_STATE: AddressSchema<ViewState> = { ...TABLE_STATE, ...RANGE };
const DEFAULT_VIEW: ViewState = { ...DEFAULT_TABLE, ...DEFAULT_RANGE };

/** The step from any address to the one of a view. */
export function showView(view: Pick<SavedView, 'query'>) {
  return changeAddress(VIEW_STATE, DEFAULT_VIEW, readAddress(VIEW_STATE, DEFAULT_VIEW, view.query));
}

/** The part of an address that a view keeps: the table and its days, without defaults. */
export function queryOf(search: AddressSearch): SavedView['query'] {
  const written = writeAddress(VIEW_STATE, DEFAULT_VIEW, readAddress(VIEW_STATE, DEFAULT_VIEW, search));
  const set = Object.entries(written).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as SavedView['query'];
}

function sorted(query: SavedView['query']): string {
  return JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The view that is being shown, if it is one. */
export function currentView(
  views: readonly SavedView[],
  search: AddressSearch,
  columns: readonly string[],
): SavedView | undefined {
  const query = sorted(queryOf(search));
  return views.find((view) => sorted(view.query) === query && view.columns.join('|') === columns.join('|'));
}
