import type { VerificationForm, VerificationObject } from '@trailmark/contract/domains';
import type { z } from 'zod';
import type { Actor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import type { Kit } from '../../platform/kit.ts';
import { presentObject } from './present.ts';
import { readObject } from './read-object.ts';
import { listObjects, saveObject } from './store.ts';
import { OBJECT_PATHS } from './well-known-paths.ts';

/** Replaces the file of a platform; every verified domain of the project serves it from now on. */
export async function saveVerificationObject(
  kit: Kit,
  actor: Actor,
  given: z.output<typeof VerificationForm>,
): Promise<VerificationObject> {
  const { project_id: projectId, platform } = given;
  const { object, form, apps } = readObject(given);
  const now = kit.clock.now();
  const row = await kit.db.transaction().execute(async (tx) => {
    await saveObject(tx, projectId, { platform, object, form, updated_at: now });
    const target = OBJECT_PATHS[platform];
    const after = { apps, from: form ? 'form' : 'file' };
    await recordChange(tx, now, { projectId, actor, action: 'verification_object.saved', target, after });
    await announce(tx, { kind: 'links', projectId });
    return (await listObjects(tx, projectId)).find((one) => one.platform === platform);
  });
  if (!row) throw new Error('A verification object vanished in its own transaction.');
  return presentObject(row);
}
