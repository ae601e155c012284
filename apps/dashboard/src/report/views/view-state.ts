import {
  type SavedView,
  VIEW_SCREENS,
  type ViewQuery,
  type ViewScreen,
} from '@trailmark/contract/saved-views';
import { joinTexts } from '../../address/address-params.ts';
import type { AddressSearch } from '../../address/address-state.ts';
import { NOTHING_RETAINED } from '../retained-params.ts';

export const SCREEN_WORDS: Record<ViewScreen, string> = {
  '/overview': 'Overview',
  '/campaigns': 'Campaigns',
  '/cohorts': 'Cohorts',
  '/events': 'Events',
  '/users': 'People',
  '/skan': 'SKAN',
};

/** The view that an address was opened from. */
export const VIEW_PARAM = 'view';

export function viewScreenOf(path: string): ViewScreen | null {
  return VIEW_SCREENS.find((screen) => screen === path) ?? null;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** What a view keeps of an address: all that the screen says in it, but not whose project it is. */
export function viewQueryOf(search: AddressSearch): ViewQuery {
  const kept = Object.entries(search)
    // Older addresses have lists.
    .map(([name, value]) => [name, Array.isArray(value) ? joinTexts(value) : value] as const)
    .filter(([name, value]) => name !== 'p_id' && name !== VIEW_PARAM && isScalar(value));
  return Object.fromEntries(kept) as ViewQuery;
}

/** The step from any address to the one of a view. */
export function showView(view: Pick<SavedView, 'view_id' | 'query'>) {
  return ({ p_id }: AddressSearch): AddressSearch => ({
    ...NOTHING_RETAINED,
    ...(p_id === undefined ? {} : { p_id }),
    ...view.query,
    [VIEW_PARAM]: view.view_id,
  });
}

const sorted = (query: ViewQuery) =>
  JSON.stringify(Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1)));

const sameColumns = (one: readonly string[] | null, other: readonly string[] | null) =>
  one === null || other === null || one.join('|') === other.join('|');

export interface ShownState {
  search: AddressSearch;
  /** Null where the screen has no columns. */
  columns: readonly string[] | null;
}

/** Whether what is shown is no longer what the view keeps. */
export function isChanged(view: SavedView, { search, columns }: ShownState): boolean {
  return sorted(view.query) !== sorted(viewQueryOf(search)) || !sameColumns(view.columns, columns);
}

/** The view that is shown: the one that the address was opened from, or one that is the same. */
export function shownView(
  views: readonly SavedView[],
  screen: ViewScreen,
  shown: ShownState,
): SavedView | undefined {
  const ofScreen = views.filter((view) => view.screen === screen);
  return (
    ofScreen.find(({ view_id }) => view_id === shown.search[VIEW_PARAM]) ??
    ofScreen.find((view) => view.columns !== null && !isChanged(view, shown))
  );
}
