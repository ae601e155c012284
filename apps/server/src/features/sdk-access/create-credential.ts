import { MAX_SDK_CREDENTIALS } from '@trailmark/contract/sdk-credentials';
import type { Actor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';
import { newId, newToken } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { type CredentialRow, insertCredential, listCredentialRows, lockSigning } from './store.ts';

const KEY_ID_LENGTH = 16;
const HINT_LENGTH = 10;

/** Who changes something, and in which project. */
export interface Acting {
  projectId: string;
  actor: Actor;
}

/** What is told once: afterwards the secret is only there sealed. */
export interface Made {
  secret: string;
  row: CredentialRow;
}

function newKeyId(): string {
  return newToken().replace(/[_-]/g, '').slice(0, KEY_ID_LENGTH);
}

/** Puts a fresh credential into the table; the lock of `lockSigning` is held. */
export async function addCredential(
  kit: Kit,
  tx: Tx,
  { projectId, platform }: { projectId: string; platform: string },
): Promise<Made> {
  const now = kit.clock.now();
  if ((await listCredentialRows(tx, projectId, now)).length >= MAX_SDK_CREDENTIALS) {
    throw new AppError('conflict', `A project has at most ${MAX_SDK_CREDENTIALS} SDK credentials.`);
  }
  const secret = `tmss_${newToken()}`;
  const row = {
    id: newId(now),
    active: true,
    key_id: newKeyId(),
    hint: `${secret.slice(0, HINT_LENGTH)}…`,
    platform,
    created_at: now,
    updated_at: now,
    expires_at: null,
  };
  const sealed_secret = kit.secrets.seal('sdk', secret);
  await insertCredential(tx, { ...row, project_id: projectId, sealed_secret });
  return { secret, row };
}

/** Makes a credential for an app. */
export async function createCredential(
  kit: Kit,
  { projectId, actor }: Acting,
  platform: string,
): Promise<Made> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    await lockSigning(tx, projectId, now);
    const made = await addCredential(kit, tx, { projectId, platform });
    const target = made.row.key_id;
    const after = { platform };
    await recordChange(tx, now, { projectId, actor, action: 'sdk_credential.created', target, after });
    await announce(tx, { kind: 'project', projectId });
    return made;
  });
}
