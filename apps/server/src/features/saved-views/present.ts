import { may } from '@trailmark/contract/permissions';
import { type SavedView, ViewQuery, ViewScreen } from '@trailmark/contract/saved-views';
import type { Membership } from '../../access/caller.ts';
import type { ViewRow } from './store.ts';

/** Whose eyes a view is presented to. */
export interface Viewer {
  userId: string;
  membership: Membership;
}

/** Whose view it is may change it; one that is shared also an owner or admin, so that it outlives who saved it. */
export function mayChangeView({ owner_id, shared }: ViewRow, { userId, membership }: Viewer): boolean {
  return owner_id === userId || (shared && may(membership.role, 'settings.edit'));
}

export function presentView(row: ViewRow, viewer: Viewer): SavedView {
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ') || row.email;
  const columns = Array.isArray(row.columns) ? row.columns.filter((key) => typeof key === 'string') : null;
  return {
    view_id: row.view_id,
    name: row.name,
    screen: ViewScreen.parse(row.screen),
    // Of views that came from an earlier release, what is no address is left out.
    query: ViewQuery.catch({}).parse(row.query),
    columns,
    shared: row.shared,
    owner: { user_id: row.owner_id, name },
    may_change: mayChangeView(row, viewer),
    updated_at: row.updated_at.toISOString(),
  };
}
