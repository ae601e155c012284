import type { AdPartKind, updateAdPart } from '@trailmark/contract/ad-parts';
import type { Output } from '@trailmark/contract/call';
import { MAX_LINKS } from '@trailmark/contract/links';
import type { z } from 'zod';
import { recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import type { Acting } from './acting.ts';
import { setActive } from './change-link.ts';
import type { LinkRow } from './link-store.ts';
import { lockArchivedParts, lockLinksOfPart, lockPart, updatePartRow } from './part-store.ts';

type Change = z.output<typeof updateAdPart.body>;
type PartRow = Awaited<ReturnType<typeof lockPart>>;

const WORDS: Record<AdPartKind, string> = { ad_set: 'ad set', creative: 'creative' };
const OTHER: Record<AdPartKind, AdPartKind> = { ad_set: 'creative', creative: 'ad_set' };

interface Changing {
  acting: Acting;
  kind: AdPartKind;
  row: PartRow;
}

async function saveTags(tx: Tx, now: Date, { acting, kind, row, tags }: Changing & { tags: string[] }) {
  const [before, after] = [row.tags.join(', '), tags.join(', ')];
  if (before === after) return;
  await updatePartRow(tx, { ...acting, kind, name: row.name }, { tags, updated_at: now });
  const diff = { before: { tags: before }, after: { tags: after } };
  await recordChange(tx, now, { ...acting, action: `${kind}.updated`, target: row.name, ...diff });
}

/** Pauses the links that are active; remembers which. */
async function archive(tx: Tx, now: Date, { acting, kind, row, links }: Changing & { links: LinkRow[] }) {
  const active = links.filter((link) => link.active);
  if (active.length > MAX_LINKS) {
    throw new AppError(
      'conflict',
      `It has more than ${MAX_LINKS} active links, which is too many at once. Pause its campaigns instead.`,
    );
  }
  await setActive(tx, now, { ...acting, links: active, active: false });
  const columns = { archived_at: now, paused_links: active.map(({ id }) => id), updated_at: now };
  await updatePartRow(tx, { ...acting, kind, name: row.name }, columns);
  await recordChange(tx, now, { ...acting, action: `${kind}.archived`, target: row.name });
  return active.length;
}

/** Resumes the links that archiving has paused, but for those of an ad set or a creative that is still archived. */
async function restore(tx: Tx, now: Date, { acting, kind, row, links }: Changing & { links: LinkRow[] }) {
  const { projectId } = acting;
  const other = OTHER[kind];
  const paused = links.filter(({ id, active }) => !active && row.paused_links.includes(id));
  const ofOthers = paused.map((link) => ({ ad_set: null, creative: null, [other]: link[other] }));
  const archived = (await lockArchivedParts(tx, projectId, ofOthers)).map(({ name }) => name);
  const resumed = paused.filter((link) => !archived.includes(link[other] ?? ''));
  await setActive(tx, now, { ...acting, links: resumed, active: true });
  const columns = { archived_at: null, paused_links: [], updated_at: now };
  await updatePartRow(tx, { ...acting, kind, name: row.name }, columns);
  await recordChange(tx, now, { ...acting, action: `${kind}.unarchived`, target: row.name });
  return resumed.length;
}

/** Tags, archives or restores an ad set or a creative in all campaigns. */
export async function updatePart(
  kit: Kit,
  acting: Acting,
  change: Change,
): Promise<Output<typeof updateAdPart>> {
  const { kind, name, tags, archived } = change;
  const { projectId } = acting;
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const links = await lockLinksOfPart(tx, projectId, { kind, name });
    if (links.length === 0) throw new AppError('not_found', `We couldn’t find this ${WORDS[kind]}.`);
    const row = await lockPart(tx, now, { projectId, kind, name });
    if (tags !== undefined) await saveTags(tx, now, { acting, kind, row, tags });
    const isArchived = row.archived_at !== null;
    const isSame = archived === undefined || archived === isArchived;
    const put = archived ? archive : restore;
    const switched = isSame ? 0 : await put(tx, now, { acting, kind, row, links });
    if (switched > 0) await announce(tx, { kind: 'links', projectId });
    const archivedAt = isSame ? row.archived_at : archived ? now : null;
    return {
      kind,
      name,
      tags: tags ?? row.tags,
      archived_at: archivedAt?.toISOString() ?? null,
      switched_links: switched,
    };
  });
}
