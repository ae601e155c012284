import {
  generatePrivateKey as generatePrivateKeyRoute,
  getProjectToken,
  importToken as importTokenRoute,
  releaseImportedToken,
  removeImportedToken as removeImportedTokenRoute,
} from '@trailmark/contract/keys';
import {
  createSdkCredential,
  importSdkCredential,
  listSdkCredentials,
  updateSdkCredential,
} from '@trailmark/contract/sdk-credentials';
import { actorOf, type ClientInfo, type Membership, type Person } from '../../access/caller.ts';
import { requireOperator } from '../../access/operator.ts';
import { type HandledRoute, onProject, onSignedIn } from '../../http/handled.ts';
import { changeCredential } from './change-credential.ts';
import { createCredential, importCredential } from './create-credential.ts';
import { generatePrivateKey } from './generate-private-key.ts';
import { importToken, removeImportedToken } from './import-token.ts';
import { presentCredential, presentKey, presentToken } from './present.ts';
import {
  findSigning,
  getToken,
  listCredentialRows,
  listImportedTokens,
  listKeys,
  listSignatureDays,
} from './store.ts';

function acting(context: { person: Person; membership: Membership; client: ClientInfo }) {
  return { projectId: context.membership.projectId, actor: actorOf(context.person, context.client) };
}

export const routes: HandledRoute[] = [
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

  onProject(listSdkCredentials, async ({ kit, membership }) => {
    const rows = await listCredentialRows(kit.db, membership.projectId, kit.clock.now());
    const signing = await findSigning(kit.db, membership.projectId);
    const signatures = await listSignatureDays(kit.db, membership.projectId, kit.clock.now());
    return { signing, credentials: rows.map(presentCredential), signatures };
  }),

  onProject(createSdkCredential, async (context) => {
    const { secret, row } = await createCredential(context.kit, acting(context), context.body.platform);
    return { secret_key: secret, credential: presentCredential(row) };
  }),

  onProject(importSdkCredential, async (context) => {
    const { platform, key_id: keyId, secret } = context.body;
    const row = await importCredential(context.kit, acting(context), { platform, keyId, secret });
    return { credential: presentCredential(row) };
  }),

  onProject(updateSdkCredential, async (context) => {
    const { id, active, rotate, signing } = context.body;
    const change = { id, active, signing, keepOldHours: rotate?.keep_old_hours };
    const { row, made, ...rest } = await changeCredential(context.kit, acting(context), change);
    return {
      signing: rest.signing,
      credential: row ? presentCredential(row) : null,
      secret_key: made?.secret ?? null,
    };
  }),
];
