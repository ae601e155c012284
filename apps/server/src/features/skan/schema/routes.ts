import {
  activateSkan,
  createSkanSchema,
  getSkanSchema,
  listSkanEvents,
  previewSkanSchema,
} from '@trailmark/contract/skan-schema';
import { BUILT_IN_EVENTS } from '@trailmark/core/skan/schema/count-fact';
import { actorOf } from '../../../access/caller.ts';
import { type HandledRoute, onProject } from '../../../http/handled.ts';
import { switchSkan } from './activate-skan.ts';
import { presentMapping } from './present.ts';
import { previewSchema } from './preview-schema.ts';
import { saveSchema } from './save-schema.ts';
import { listEventNames } from './store.ts';

export const routes: HandledRoute[] = [
  onProject(getSkanSchema, ({ kit, membership: { projectId } }) => presentMapping(kit.db, projectId)),

  onProject(createSkanSchema, async ({ kit, person, client, membership: { projectId }, body }) => {
    await saveSchema(kit, { projectId, actor: actorOf(person, client) }, body);
    return await presentMapping(kit.db, projectId);
  }),

  onProject(previewSkanSchema, ({ kit, membership: { projectId }, body }) =>
    previewSchema(kit, projectId, body),
  ),

  onProject(listSkanEvents, async ({ kit, membership: { projectId } }) => ({
    events: [...new Set([...BUILT_IN_EVENTS, ...(await listEventNames(kit.db, projectId))])],
  })),

  onProject(activateSkan, async ({ kit, person, client, membership: { projectId }, body }) => {
    const since = body.since === undefined ? undefined : new Date(body.since);
    await switchSkan(kit, { projectId, actor: actorOf(person, client) }, { on: body.activate_skan, since });
    return await presentMapping(kit.db, projectId);
  }),
];
