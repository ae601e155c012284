import { generatePrivateKey as generatePrivateKeyRoute, getProjectToken } from '@trailmark/contract/keys';
import { actorOf } from '../../access/caller.ts';
import { type Handled, onProject } from '../../http/handled.ts';
import { generatePrivateKey } from './generate-private-key.ts';
import { presentKey } from './present.ts';
import { getToken, listKeys } from './store.ts';

export const routes: Handled[] = [
  onProject(getProjectToken, async ({ kit, membership }) => {
    const keys = await listKeys(kit.db, membership.projectId, kit.clock.now());
    return { token: await getToken(kit.db, membership.projectId), private_keys: keys.map(presentKey) };
  }),

  onProject(generatePrivateKeyRoute, ({ kit, person, client, body }) =>
    generatePrivateKey(kit, actorOf(person, client), {
      projectId: body.project_id,
      keepOldHours: body.keep_old_hours,
    }),
  ),
];
