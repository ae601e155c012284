import type { Signing } from '@trailmark/contract/sdk-credentials';
import { recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';
import { HOUR_MS, later } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { type Acting, addCredential, type NewCredential } from './create-credential.ts';
import {
  type CredentialRow,
  listCredentialRows,
  lockSigning,
  updateCredential,
  updateSigning,
} from './store.ts';

export interface CredentialChange {
  id?: string | undefined;
  active?: boolean | undefined;
  keepOldHours?: number | undefined;
  signing?: Signing | undefined;
}

async function getCredential(tx: Tx, now: Date, { projectId, id }: { projectId: string; id: string }) {
  const row = (await listCredentialRows(tx, projectId, now)).find((one) => one.id === id);
  if (!row) throw new AppError('not_found', 'We couldn’t find this SDK credential.');
  return row;
}

async function setActive(
  kit: Kit,
  tx: Tx,
  { projectId, actor, row, active }: Acting & Target & { active: boolean },
) {
  const now = kit.clock.now();
  if (row.active === active) return;
  await updateCredential(tx, { projectId, id: row.id }, { active, updated_at: now });
  const values = { before: { active: row.active }, after: { active } };
  const target = row.key_id;
  await recordChange(tx, now, { projectId, actor, action: 'sdk_credential.updated', target, ...values });
}

interface Target {
  row: CredentialRow;
}

/** A new credential takes over; the old one runs out. */
async function rotate(
  kit: Kit,
  tx: Tx,
  { projectId, actor, row, hours }: Acting & Target & { hours: number },
) {
  if (!row.active)
    throw new AppError('conflict', 'This credential is switched off. Create a new one instead.');
  if (row.expires_at) throw new AppError('conflict', 'This credential has been replaced already.');
  const made = await addCredential(kit, tx, { projectId, platform: row.platform });
  const now = made.row.created_at;
  const end = later(now, hours * HOUR_MS);
  await updateCredential(tx, { projectId, id: row.id }, { expires_at: end, updated_at: now });
  await recordChange(tx, now, {
    projectId,
    actor,
    action: 'sdk_credential.rotated',
    target: row.key_id,
    after: { key_id: made.row.key_id, keep_old_hours: hours },
  });
  return made;
}

/** A project that requires signatures must have a credential to sign with that does not expire. */
async function checkSignable(tx: Tx, projectId: string, now: Date): Promise<void> {
  const rows = await listCredentialRows(tx, projectId, now);
  if (rows.some((row) => row.active && row.expires_at === null)) return;
  throw new AppError(
    'conflict',
    'Signing can be required only while an SDK credential is active: every request would be refused.',
  );
}

/** Changes one credential, or the rule of signing, or both; gives the new secret after a rotation. */
export async function changeCredential(
  kit: Kit,
  { projectId, actor }: Acting,
  change: CredentialChange,
): Promise<{ signing: Signing; row: CredentialRow | null; made: NewCredential | null }> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const before = await lockSigning(tx, projectId, now);
    const { id, active, keepOldHours, signing = before } = change;
    const row = id === undefined ? null : await getCredential(tx, now, { projectId, id });
    const one = { projectId, actor };
    const made =
      row && keepOldHours !== undefined ? await rotate(kit, tx, { ...one, row, hours: keepOldHours }) : null;
    if (row && active !== undefined) await setActive(kit, tx, { ...one, row, active });
    if (signing !== before) {
      await updateSigning(tx, now, { projectId, signing });
      const values = { before: { signing: before }, after: { signing } };
      await recordChange(tx, now, { ...one, action: 'sdk_signing.changed', target: 'signing', ...values });
    }
    if (signing === 'required') await checkSignable(tx, projectId, now);
    await announce(tx, { kind: 'project', projectId });
    if (!row) return { signing, row: null, made: null };
    return { signing, row: made?.row ?? (await getCredential(tx, now, { projectId, id: row.id })), made };
  });
}
