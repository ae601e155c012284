import {
  createSdkCredential,
  importSdkCredential,
  listSdkCredentials,
  updateSdkCredential,
} from '@trailmark/contract/sdk-credentials';
import { actorOf, type ClientInfo, type Membership, type Person } from '../../access/caller.ts';
import { type Handled, onProject } from '../../http/handled.ts';
import { changeCredential } from './change-credential.ts';
import { createCredential, importCredential } from './create-credential.ts';
import { presentCredential } from './sdk-present.ts';
import { findSigning, listCredentialRows } from './sdk-store.ts';

function acting(context: { person: Person; membership: Membership; client: ClientInfo }) {
  return { projectId: context.membership.projectId, actor: actorOf(context.person, context.client) };
}

export const routes: Handled[] = [
  onProject(listSdkCredentials, async ({ kit, membership }) => {
    const rows = await listCredentialRows(kit.db, membership.projectId, kit.clock.now());
    const signing = await findSigning(kit.db, membership.projectId);
    return { signing, credentials: rows.map(presentCredential) };
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
