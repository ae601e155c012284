import {
  generatePrivateKey as generatePrivateKeyRoute,
  getProjectToken,
  importToken as importTokenRoute,
  releaseImportedToken,
  removeImportedToken as removeImportedTokenRoute,
} from '@trailmark/contract/keys';
import { actorOf } from '../../access/caller.ts';
import { requireOperator } from '../../access/operator.ts';
import { type Handled, onProject, onSignedIn } from '../../http/handled.ts';
import { generatePrivateKey } from './generate-private-key.ts';
import { importToken, removeImportedToken } from './import-token.ts';
import { presentKey, presentToken } from './present.ts';
import { getToken, listImportedTokens, listKeys } from './store.ts';

export const routes: Handled[] = [
  onProject(getProjectToken, async ({ kit, membership }) => {
    const keys = await listKeys(kit.db, membership.projectId, kit.clock.now());
    const imported = await listImportedTokens(kit.db, membership.projectId);
    return {
      token: await getToken(kit.db, membership.projectId),
      imported_tokens: imported.map(presentToken),
      private_keys: keys.map(presentKey),
    };
  }),

  onProject(importTokenRoute, ({ kit, person, client, membership, body }) =>
    importToken(kit, actorOf(person, client), { projectId: membership.projectId, token: body.token }),
  ),

  onProject(removeImportedTokenRoute, async ({ kit, person, client, membership, query }) => {
    const { projectId } = membership;
    await removeImportedToken(kit, actorOf(person, client), { projectId, token: query.token });
    return { token: query.token };
  }),

  onSignedIn(releaseImportedToken, async ({ kit, person, client, query }) => {
    await requireOperator(kit, person, 'Releasing an imported token');
    const { token, projectId } = await removeImportedToken(kit, actorOf(person, client), query);
    return { token, project_id: projectId };
  }),

  onProject(generatePrivateKeyRoute, ({ kit, person, client, body }) =>
    generatePrivateKey(kit, actorOf(person, client), {
      projectId: body.project_id,
      keepOldHours: body.keep_old_hours,
    }),
  ),
];
