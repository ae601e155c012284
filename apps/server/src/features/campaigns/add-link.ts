import { type LinkForm, MAX_LINKS } from '@trailmark/contract/links';
import type { z } from 'zod';
import { recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { type Acting, noCampaign } from './acting.ts';
import { countLinks, insertLinkRow, insertSlug } from './link-store.ts';
import { isDisplayIdOfOther, lockNames } from './name-store.ts';
import { restoreUsedParts } from './restore-parts.ts';
import { newShortCode } from './short-code.ts';
import { lockCampaign } from './store.ts';

const TRIES = 8;

interface Claim {
  projectId: string;
  campaignId: string;
  linkId: string;
  slug?: string | undefined;
}

/** Takes the slug that is asked for, or a random one that nobody has; the project's names are locked. */
export async function claimSlug(
  tx: Tx,
  now: Date,
  { projectId, campaignId, linkId, slug }: Claim,
  make: () => string = newShortCode,
): Promise<string> {
  const take = async (name: string) =>
    !(await isDisplayIdOfOther(tx, { projectId, campaignId, name })) &&
    (await insertSlug(tx, now, { slug: name, projectId, linkId }));
  if (slug !== undefined) {
    if (await take(slug)) return slug;
    throw new AppError('conflict', 'This address is taken. Please choose another.', { slug: 'is taken' });
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const random = make();
    if (await take(random)) return random;
  }
  throw new Error('No free slug was found.');
}

interface NewLink {
  projectId: string;
  campaignId: string;
  isDefault: boolean;
  form: z.output<typeof LinkForm>;
}

/** Puts a link and its slug into the tables. */
export async function insertLink(tx: Tx, now: Date, { projectId, campaignId, isDefault, form }: NewLink) {
  const linkId = newId(now);
  const slug = await claimSlug(tx, now, { projectId, campaignId, linkId, slug: form.slug });
  await insertLinkRow(tx, {
    project_id: projectId,
    id: linkId,
    campaign_id: campaignId,
    slug,
    name: form.name,
    ad_set: form.ad_set ?? null,
    creative: form.creative ?? null,
    is_default: isDefault,
    expires_at: form.expires_at ? new Date(form.expires_at) : null,
    created_at: now,
    updated_at: now,
  });
  return { linkId, slug };
}

/** Adds a link to a campaign; gives its id. */
export async function addLink(
  kit: Kit,
  { projectId, actor }: Acting,
  { campaignId, form }: { campaignId: string; form: z.output<typeof LinkForm> },
): Promise<string> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    await lockNames(tx, projectId);
    const campaign = await lockCampaign(tx, projectId, campaignId);
    if (!campaign) throw noCampaign();
    if ((await countLinks(tx, projectId, campaignId)) >= MAX_LINKS) {
      throw new AppError('conflict', `A campaign has at most ${MAX_LINKS} links.`);
    }
    const { linkId, slug } = await insertLink(tx, now, { projectId, campaignId, isDefault: false, form });
    const after = {
      campaign: campaign.name,
      slug,
      ad_set: form.ad_set ?? null,
      creative: form.creative ?? null,
    };
    await recordChange(tx, now, { projectId, actor, action: 'link.created', target: form.name, after });
    const { ad_set, creative } = after;
    await restoreUsedParts(tx, now, { projectId, actor, links: [{ ad_set, creative }] });
    await announce(tx, { kind: 'links', projectId });
    return linkId;
  });
}
