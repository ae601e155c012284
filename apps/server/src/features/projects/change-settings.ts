import type { ProjectChange } from '@trailmark/contract/projects';
import type { z } from 'zod';
import { type AuditValues, differences } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import type { Kit } from '../../platform/kit.ts';
import { lockSettings, updateSettings } from './store.ts';

type Change = z.output<typeof ProjectChange>;

interface KeyChange {
  sealed: string | null;
  diff: { before: AuditValues; after: AuditValues } | null;
}

/** The log says that there is a key and that it was replaced; never what it is. */
function changeKey({ secrets }: Kit, sealed: string | null, newKey: Change['meta_referrer_key']): KeyChange {
  const current = sealed === null ? null : secrets.open('referrer', sealed);
  if (newKey === undefined || newKey === current) return { sealed, diff: null };
  const before = { meta_referrer_key: sealed === null ? null : 'set' };
  if (newKey === null) return { sealed: null, diff: { before, after: { meta_referrer_key: null } } };
  const after = { meta_referrer_key: sealed === null ? 'set' : 'replaced' };
  return { sealed: secrets.seal('referrer', newKey), diff: { before, after } };
}

/** How long rows and deliveries are kept, how days after an install are counted, and the key of Meta's referrers; gives what differs. */
export async function changeSettings(kit: Kit, tx: Tx, change: Change) {
  const {
    project_id: projectId,
    retention_days,
    delivery_retention_days,
    day_kind,
    meta_referrer_key,
  } = change;
  const given = [retention_days, delivery_retention_days, day_kind, meta_referrer_key];
  if (given.every((value) => value === undefined)) return null;
  const now = kit.clock.now();
  const settings = await lockSettings(tx, now, projectId);
  const key = changeKey(kit, settings.sealed_meta_referrer_key, meta_referrer_key);
  const { sealed_meta_referrer_key: _, ...kept } = settings;
  const fields = {
    retention_days: retention_days ?? kept.retention_days,
    delivery_retention_days: delivery_retention_days ?? kept.delivery_retention_days,
    day_kind: day_kind ?? kept.day_kind,
  };
  const diff = differences(kept, fields);
  if (!diff && !key.diff) return null;
  const next = { ...fields, sealed_meta_referrer_key: key.sealed };
  await updateSettings(tx, now, { projectId, settings: next });
  return {
    before: { ...diff?.before, ...key.diff?.before },
    after: { ...diff?.after, ...key.diff?.after },
  };
}
