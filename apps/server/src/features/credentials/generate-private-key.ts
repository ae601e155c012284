import type { PrivateKey } from '@trailmark/contract/keys';
import type { Actor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import { HOUR_MS, later } from '../../platform/clock.ts';
import { newId, newToken } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { hashToken } from '../../platform/secrets.ts';
import { presentKey } from './present.ts';
import { retireKeys } from './store.ts';

const HINT_LENGTH = 10;

interface Rotation {
  projectId: string;
  keepOldHours: number;
}

/** Makes a key, shown once and stored as a hash; the older ones keep working for the chosen time. */
export async function generatePrivateKey(
  kit: Kit,
  actor: Actor,
  { projectId, keepOldHours }: Rotation,
): Promise<{ private_key: string; key: PrivateKey }> {
  const now = kit.clock.now();
  const secret = `tmsk_${newToken()}`;
  const key = { id: newId(now), hint: `${secret.slice(0, HINT_LENGTH)}…`, created_at: now, expires_at: null };
  await kit.db.transaction().execute(async (tx) => {
    await retireKeys(tx, projectId, later(now, keepOldHours * HOUR_MS));
    await tx
      .insertInto('private_keys')
      .values({ ...key, project_id: projectId, key_hash: hashToken(secret), created_by: actor.userId })
      .execute();
    const after = { keep_old_hours: keepOldHours };
    await recordChange(tx, now, { projectId, actor, action: 'key.generated', target: key.hint, after });
    await announce(tx, { kind: 'project', projectId });
  });
  return { private_key: secret, key: presentKey({ ...key, created_by: actor.email }) };
}
