import {
  createView as createViewRoute,
  deleteView as deleteViewRoute,
  listViews,
  type SavedView,
  updateView as updateViewRoute,
} from '@trailmark/contract/saved-views';
import { actorOf, type ClientInfo, type Membership, type Person } from '../../access/caller.ts';
import { viewExistsFor } from '../../access/view-exists-for.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import type { Kit } from '../../platform/kit.ts';
import { createView, deleteView, noView, updateView } from './change-view.ts';
import { presentView } from './present.ts';
import { findViewRow, listViewRows } from './store.ts';

interface Within {
  kit: Kit;
  person: Person;
  membership: Membership;
  client: ClientInfo;
}

const actingOf = ({ person, membership, client }: Within) => ({ membership, actor: actorOf(person, client) });

async function getView({ kit, person, membership }: Within, viewId: string): Promise<SavedView> {
  const { userId } = person;
  const row = await findViewRow(kit.db, membership.projectId, { viewId, userId });
  if (!row) throw noView();
  return presentView(row, { userId, membership });
}

export const routes: HandledRoute[] = [
  onProject(listViews, async ({ kit, person: { userId }, membership }) => {
    const viewer = { userId, membership };
    const rows = await listViewRows(kit.db, membership.projectId, userId);
    return { views: rows.filter((row) => viewExistsFor(row, viewer)).map((row) => presentView(row, viewer)) };
  }),

  onProject(createViewRoute, async (context) => {
    const { project_id: _, ...view } = context.body;
    return await getView(context, await createView(context.kit, actingOf(context), view));
  }),

  onProject(updateViewRoute, async (context) => {
    const { view_id: viewId, name, query, columns, shared } = context.body;
    await updateView(context.kit, actingOf(context), { viewId, name, query, columns, shared });
    return await getView(context, viewId);
  }),

  onProject(deleteViewRoute, async (context) => {
    await deleteView(context.kit, actingOf(context), context.query.view_id);
    return { deleted: true };
  }),
];
