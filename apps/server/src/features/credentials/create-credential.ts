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
const IMPORTED_HINT = 'imported';

/** Who changes something, and in which project. */
export interface Acting {
  projectId: string;
  actor: Actor;
}

/** The signing key of another provider, which apps already carry. */
interface ForeignKey {
  platform: string;
  keyId: string;
  secret: string;
}

/** The secret is shown once: it is stored sealed. */
export interface NewCredential {
  secret: string;
  row: CredentialRow;
}

function newKeyId(): string {
  return newToken().replace(/[_-]/g, '').slice(0, KEY_ID_LENGTH);
}

async function checkLimit(tx: Tx, projectId: string, now: Date): Promise<void> {
  if ((await listCredentialRows(tx, projectId, now)).length < MAX_SDK_CREDENTIALS) return;
  throw new AppError('conflict', `A project has at most ${MAX_SDK_CREDENTIALS} SDK credentials.`);
}

function credentialRow(now: Date, given: { keyId: string; hint: string; platform: string }): CredentialRow {
  return {
    id: newId(now),
    active: true,
    key_id: given.keyId,
    hint: given.hint,
    platform: given.platform,
    created_at: now,
    updated_at: now,
    expires_at: null,
  };
}

/** Puts a fresh credential into the table; the lock of `lockSigning` is held. */
export async function addCredential(
  kit: Kit,
  tx: Tx,
  { projectId, platform }: { projectId: string; platform: string },
): Promise<NewCredential> {
  const now = kit.clock.now();
  await checkLimit(tx, projectId, now);
  const secret = `tmss_${newToken()}`;
  const hint = `${secret.slice(0, HINT_LENGTH)}…`;
  const row = credentialRow(now, { keyId: newKeyId(), hint, platform });
  const sealed_secret = kit.secrets.seal('sdk', secret);
  const isInserted = await insertCredential(tx, { ...row, project_id: projectId, sealed_secret });
  if (!isInserted) throw new Error('A new key id is in use already.');
  return { secret, row };
}

/** Stores a signing key that another provider chose. No part of its secret is shown: it may be short. */
export async function importCredential(
  kit: Kit,
  { projectId, actor }: Acting,
  { platform, keyId, secret }: ForeignKey,
): Promise<CredentialRow> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    await lockSigning(tx, projectId, now);
    await checkLimit(tx, projectId, now);
    const row = credentialRow(now, { keyId, hint: IMPORTED_HINT, platform });
    const sealed_secret = kit.secrets.seal('sdk', secret);
    if (!(await insertCredential(tx, { ...row, project_id: projectId, sealed_secret }))) {
      throw new AppError('conflict', 'This project has, or had, a credential with this key id.', {
        key_id: 'is in use in this project',
      });
    }
    const after = { platform };
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'sdk_credential.imported',
      target: keyId,
      after,
    });
    await announce(tx, { kind: 'project', projectId });
    return row;
  });
}

/** Makes a credential for an app. */
export async function createCredential(
  kit: Kit,
  { projectId, actor }: Acting,
  platform: string,
): Promise<NewCredential> {
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
