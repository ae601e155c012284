import type { LinkChange } from '@trailmark/contract/links';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type AuditValues, differences, recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { type Acting, noLink } from './acting.ts';
import { type LinkRow, lockLink, lockLinks, removeLink } from './link-store.ts';
import { restoreUsedParts } from './restore-parts.ts';
import { isMeasured } from './store.ts';

type Change = z.output<typeof LinkChange>;

const FIELDS = ['name', 'ad_set', 'creative', 'active', 'expires_at'] as const;

function stateOf(link: LinkRow): AuditValues {
  return {
    name: link.name,
    ad_set: link.ad_set,
    creative: link.creative,
    active: link.active,
    expires_at: link.expires_at?.toISOString() ?? null,
  };
}

/** The values of a change, in the spelling of `stateOf`. */
function valuesIn(change: Change): AuditValues {
  const values: AuditValues = {};
  for (const name of FIELDS) {
    const value = change[name];
    if (value === undefined) continue;
    values[name] = name === 'expires_at' && value !== null ? new Date(String(value)).toISOString() : value;
  }
  return values;
}

/** Changes the fields that are given; a change of nothing is not a change. */
export async function updateLink(kit: Kit, { projectId, actor }: Acting, change: Change): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const link = await lockLink(tx, projectId, change.link_id);
    if (!link) throw noLink();
    const diff = differences(stateOf(link), valuesIn(change));
    if (!diff) return;
    await tx
      .updateTable('links')
      .set({ ...diff.after, updated_at: now })
      .where('project_id', '=', projectId)
      .where('id', '=', link.id)
      .execute();
    await recordChange(tx, now, { projectId, actor, action: 'link.updated', target: link.name, ...diff });
    const changed = { ...link, ...diff.after } as LinkRow;
    const isUsed = ['active', 'ad_set', 'creative'].some((field) => field in diff.after);
    if (isUsed && changed.active) await restoreUsedParts(tx, now, { projectId, actor, links: [changed] });
    await announce(tx, { kind: 'links', projectId });
  });
}

/** Switches links that are locked on or off. */
export async function setActive(
  tx: Tx,
  now: Date,
  { projectId, actor, links, active }: Acting & { links: readonly LinkRow[]; active: boolean },
): Promise<void> {
  await tx
    .updateTable('links')
    .set({ active, updated_at: now })
    .where('project_id', '=', projectId)
    .where(sql<boolean>`id = any(${links.map(({ id }) => id)}::uuid[])`)
    .execute();
  for (const { name } of links) {
    const diff = { before: { active: !active }, after: { active } };
    await recordChange(tx, now, { projectId, actor, action: 'link.updated', target: name, ...diff });
  }
}

/** Switches links on or off together, and says how many were not so before. */
export async function switchLinks(
  kit: Kit,
  { projectId, actor }: Acting,
  { linkIds, active }: { linkIds: readonly string[]; active: boolean },
): Promise<number> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const links = await lockLinks(tx, projectId, linkIds);
    if (links.length < new Set(linkIds).size) throw noLink();
    const changed = links.filter((link) => link.active !== active);
    if (changed.length === 0) return 0;
    await setActive(tx, now, { projectId, actor, links: changed, active });
    if (active) await restoreUsedParts(tx, now, { projectId, actor, links: changed });
    await announce(tx, { kind: 'links', projectId });
    return changed.length;
  });
}

/** Removes a link that nobody has used yet. */
export async function deleteLink(kit: Kit, { projectId, actor }: Acting, linkId: string): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const link = await lockLink(tx, projectId, linkId);
    if (!link) throw noLink();
    if (link.is_default) {
      throw new AppError(
        'conflict',
        'The default link stays as long as its campaign. Switch it off instead.',
      );
    }
    if (await isMeasured(tx, projectId, { column: 'link_id', id: link.id })) {
      throw new AppError('conflict', 'This link has been used. Switch it off instead; its numbers stay.');
    }
    await removeLink(tx, link);
    const before = { slug: link.slug };
    await recordChange(tx, now, { projectId, actor, action: 'link.deleted', target: link.name, before });
    await announce(tx, { kind: 'links', projectId });
  });
}
