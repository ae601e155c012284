import type { CampaignForm } from '@trailmark/contract/campaigns';
import type { z } from 'zod';
import { differences, recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { type Acting, noCampaign } from './acting.ts';
import { insertLink } from './add-link.ts';
import {
  auditValues,
  type CampaignFields,
  columnsOf,
  emptyFields,
  fieldsOf,
  withForm,
} from './campaign-fields.ts';
import { isSlugOfOther, lockNames } from './name-store.ts';
import { newShortCode } from './short-code.ts';
import { findListingPlatform, insertCampaign, lockCampaign } from './store.ts';

const TRIES = 8;
const MAX_NAME = 120;
const DEFAULT_LINK_NAME = 'Default link';

export function displayIdTaken(): AppError {
  return new AppError(
    'conflict',
    'Another campaign of this project has this name, or one of its links has.',
    {
      display_id: 'is taken',
    },
  );
}

/** A campaign leads to listings of its own project, each of the right platform. */
export async function checkListings(tx: Tx, projectId: string, fields: CampaignFields): Promise<void> {
  const platforms = [
    ['ios_store_listing_id', 'IOS'],
    ['android_store_listing_id', 'ANDROID'],
  ] as const;
  for (const [name, platform] of platforms) {
    const id = fields[name];
    if (id === null) continue;
    const found = await findListingPlatform(tx, projectId, id);
    if (found === null) throw badField(name, 'is not a store listing of this project');
    if (found !== platform) throw badField(name, `is not a store listing for ${platform}`);
  }
}

interface NewCampaign {
  fields: CampaignFields;
  displayId?: string | undefined;
}

/** Takes the display id that is asked for, or a random one that no campaign of the project has. */
async function insertNamed(tx: Tx, now: Date, { projectId, actor, fields, displayId }: Acting & NewCampaign) {
  const row = { projectId, id: newId(now), createdBy: actor.userId, columns: columnsOf(fields) };
  const take = async (name: string) =>
    !(await isSlugOfOther(tx, { projectId, campaignId: row.id, name })) &&
    (await insertCampaign(tx, now, { ...row, displayId: name }));
  if (displayId !== undefined) {
    if (await take(displayId)) return row.id;
    throw displayIdTaken();
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await take(newShortCode())) return row.id;
  }
  throw new Error('No free display id was found.');
}

async function add(tx: Tx, now: Date, campaign: Acting & NewCampaign): Promise<string> {
  const { projectId, actor, fields, displayId } = campaign;
  await checkListings(tx, projectId, fields);
  const campaignId = await insertNamed(tx, now, campaign);
  const form = { name: DEFAULT_LINK_NAME, slug: undefined };
  const { slug } = await insertLink(tx, now, { projectId, campaignId, isDefault: true, form });
  const set = differences(auditValues(emptyFields('')), auditValues(fields));
  const after = { ...set?.after, ...(displayId ? { display_id: displayId } : {}), slug };
  await recordChange(tx, now, { projectId, actor, action: 'campaign.created', target: fields.name, after });
  await announce(tx, { kind: 'links', projectId });
  return campaignId;
}

/** Makes a campaign with its default link; gives its id. */
export async function createCampaign(
  kit: Kit,
  acting: Acting,
  form: z.output<typeof CampaignForm>,
): Promise<string> {
  const fields = withForm(emptyFields(form.name), form);
  return await kit.db.transaction().execute(async (tx) => {
    await lockNames(tx, acting.projectId);
    return await add(tx, kit.clock.now(), { ...acting, fields, displayId: form.display_id });
  });
}

/** Makes a copy with a display id and a default link of its own; an end that has passed is not copied. */
export async function duplicateCampaign(
  kit: Kit,
  acting: Acting,
  { campaignId, name }: { campaignId: string; name?: string | undefined },
): Promise<string> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    await lockNames(tx, acting.projectId);
    const row = await lockCampaign(tx, acting.projectId, campaignId);
    if (!row) throw noCampaign();
    const fields = fieldsOf(row);
    fields.name = name ?? `Copy of ${row.name}`.slice(0, MAX_NAME);
    if (fields.expires_at && fields.expires_at <= now) fields.expires_at = null;
    // Two campaigns with the same ids: no postback could be resolved to either.
    fields.skan_ids = [];
    return await add(tx, now, { ...acting, fields });
  });
}
