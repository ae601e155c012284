import {
  checkSkanSetUp,
  getSkanPostback,
  getSkanSettings,
  listSkanPostbacks,
  NOT_COUNTED,
  sendSkanTest,
  updateSkanSettings,
} from '@trailmark/contract/skan-postbacks';
import { z } from 'zod';
import { actorOf, type Membership } from '../../../access/caller.ts';
import { campaignScope } from '../../../access/campaign-scope.ts';
import { spend } from '../../../access/rate-limit.ts';
import { type HandledRoute, onProject } from '../../../http/handled.ts';
import { AppError } from '../../../platform/app-error.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';
import { createCursor } from '../../../platform/cursor.ts';
import type { Kit } from '../../../platform/kit.ts';
import { listVisibleSources, sourcesInScope } from '../report/visible-sources.ts';
import { sendTest } from '../test-postbacks/send-test.ts';
import { checkSetUp } from './check-set-up.ts';
import {
  findPostbackRow,
  listPostbackRows,
  type PostbackRow,
  presentPostback,
  sourceOf,
} from './postback-rows.ts';
import { readSetUp, updateSettings } from './skan-settings.ts';

const cursor = createCursor(z.tuple([z.iso.datetime(), z.uuid()]));
const CHECKS_PER_MINUTE = 20;

/** Whether a postback exists for a member: for a guest it is certainly of a shared campaign. */
async function isVisible({ db }: Kit, membership: Membership, row: PostbackRow): Promise<boolean> {
  const scope = campaignScope(membership);
  if (scope.all) return true;
  const { projectId } = membership;
  return row.counted && (await sourcesInScope(db, { projectId, scope }, [sourceOf(row)])).length > 0;
}

export const routes: HandledRoute[] = [
  onProject(listSkanPostbacks, async ({ kit, membership, query }) => {
    const { projectId } = membership;
    const scope = campaignScope(membership);
    const sources = scope.all ? null : await listVisibleSources(kit.db, projectId, scope);
    const { limit, cursor: given, project_id: _, ...filter } = query;
    const after = cursor.read(given) ?? null;
    const rows = await listPostbackRows(kit.db, { ...filter, projectId, after, limit: limit + 1, sources });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const next =
      rows.length > limit && last ? cursor.write([last.received_at.toISOString(), last.postback_id]) : null;
    return { items: items.map(presentPostback), next_cursor: next };
  }),

  onProject(getSkanPostback, async ({ kit, membership, params }) => {
    const row = await findPostbackRow(kit.db, membership.projectId, params.postback_id);
    if (!row || !(await isVisible(kit, membership, row)))
      throw new AppError('not_found', 'We couldn’t find this postback.');
    const postback = presentPostback(row);
    const { not_counted: why } = postback;
    return { ...postback, raw: row.raw, reason: why && NOT_COUNTED[why] };
  }),

  onProject(getSkanSettings, ({ kit, membership: { projectId } }) => readSetUp(kit, projectId)),

  onProject(updateSkanSettings, async ({ kit, person, client, membership: { projectId }, body }) => {
    await updateSettings(kit, { projectId, actor: actorOf(person, client) }, body);
    return await readSetUp(kit, projectId);
  }),

  onProject(checkSkanSetUp, async ({ kit, membership: { projectId }, body }) => {
    const limit = { bucket: `skan-check:${projectId}`, max: CHECKS_PER_MINUTE, perMs: MINUTE_MS };
    await spend(kit.db, kit.clock.now(), [limit]);
    return await checkSetUp(kit, body.domain);
  }),

  onProject(sendSkanTest, ({ kit, membership: { projectId }, body }) =>
    sendTest(kit, { projectId, appId: body.app_id }),
  ),
];
