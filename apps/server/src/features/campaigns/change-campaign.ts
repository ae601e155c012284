import type { CampaignChange } from '@trailmark/contract/campaigns';
import type { z } from 'zod';
import { differences, recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import type { Tx } from '../../db/connection.ts';
import { violatedConstraint } from '../../db/violated-constraint.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { moveSpend } from '../../rollups/spend-deltas.ts';
import { type Acting, noCampaign } from './acting.ts';
import { auditValues, type CampaignFields, columnsOf, fieldsOf, withForm } from './campaign-fields.ts';
import { checkListings, displayIdTaken } from './create-campaign.ts';
import { isSlugOfOther, lockNames } from './name-store.ts';
import { isMeasured, type LockedCampaign, lockCampaign, removeCampaign } from './store.ts';

type Change = z.output<typeof CampaignChange>;

const isDisplayIdTaken = (error: unknown) => violatedConstraint(error) === 'campaigns_display_id';

async function write(
  tx: Tx,
  now: Date,
  change: { row: LockedCampaign; fields: CampaignFields; displayId: string },
) {
  const { row, fields, displayId } = change;
  const isOtherWindows = JSON.stringify(fieldsOf(row).windows) !== JSON.stringify(fields.windows);
  await tx
    .updateTable('campaigns')
    .set({
      ...columnsOf(fields),
      display_id: displayId,
      // Decisions name the windows that they were made with.
      windows_version: row.windows_version + (isOtherWindows ? 1 : 0),
      updated_at: now,
    })
    .where('project_id', '=', row.project_id)
    .where('id', '=', row.id)
    .execute()
    .catch((error: unknown) => {
      throw isDisplayIdTaken(error) ? displayIdTaken() : error;
    });
}

/** Changes the fields that are given; a change of nothing is not a change. */
export async function updateWithin(
  tx: Tx,
  now: Date,
  { projectId, actor, change }: Acting & { change: Change },
) {
  const { project_id: _, campaign_id: campaignId, ...form } = change;
  if (form.display_id !== undefined) await lockNames(tx, projectId);
  const row = await lockCampaign(tx, projectId, campaignId);
  if (!row) throw noCampaign();
  const fields = withForm(fieldsOf(row), form);
  const displayId = form.display_id ?? row.display_id;
  const diff = differences(
    { ...auditValues(fieldsOf(row)), display_id: row.display_id },
    { ...auditValues(fields), display_id: displayId },
  );
  if (!diff) return false;
  await checkListings(tx, projectId, fields);
  if (displayId !== row.display_id && (await isSlugOfOther(tx, { projectId, campaignId, name: displayId }))) {
    throw displayIdTaken();
  }
  await write(tx, now, { row, fields, displayId });
  if (fields.network !== row.network) {
    await moveSpend(tx, { projectId, campaignId, from: row.network, to: fields.network });
  }
  await recordChange(tx, now, { projectId, actor, action: 'campaign.updated', target: row.name, ...diff });
  await announce(tx, { kind: 'links', projectId });
  return true;
}

export async function updateCampaign(kit: Kit, acting: Acting, change: Change): Promise<void> {
  await kit.db.transaction().execute((tx) => updateWithin(tx, kit.clock.now(), { ...acting, change }));
}

interface Archiving {
  campaignId: string;
  archived: boolean;
}

/** Puts a campaign away or brings it back. */
export async function archiveWithin(
  tx: Tx,
  now: Date,
  { projectId, actor, ...archiving }: Acting & Archiving,
) {
  const { campaignId, archived } = archiving;
  const row = await lockCampaign(tx, projectId, campaignId);
  if (!row) throw noCampaign();
  if ((row.archived_at !== null) === archived) return false;
  await tx
    .updateTable('campaigns')
    .set({ archived_at: archived ? now : null, updated_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', campaignId)
    .execute();
  const action = archived ? 'campaign.archived' : 'campaign.unarchived';
  await recordChange(tx, now, { projectId, actor, action, target: row.name });
  await announce(tx, { kind: 'links', projectId });
  return true;
}

export async function archiveCampaign(kit: Kit, acting: Acting, archiving: Archiving): Promise<void> {
  await kit.db.transaction().execute((tx) => archiveWithin(tx, kit.clock.now(), { ...acting, ...archiving }));
}

/** Removes a campaign for which nothing was ever measured. */
export async function deleteCampaign(
  kit: Kit,
  { projectId, actor }: Acting,
  campaignId: string,
): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const row = await lockCampaign(tx, projectId, campaignId);
    if (!row) throw noCampaign();
    if (await isMeasured(tx, projectId, { column: 'campaign_id', id: campaignId })) {
      throw new AppError('conflict', 'This campaign has been used. Archive it instead; its numbers stay.');
    }
    await removeCampaign(tx, projectId, campaignId);
    const before = { display_id: row.display_id };
    await recordChange(tx, now, { projectId, actor, action: 'campaign.deleted', target: row.name, before });
    await announce(tx, { kind: 'links', projectId });
  });
}
