import type { CampaignAccess } from '@trailmark/contract/sharing';
import { announceAccess } from '../../access/access-changes.ts';
import type { Actor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import { untilNoCollision } from '../../db/until-no-collision.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import {
  deleteShare,
  findCampaignName,
  holdInvite,
  holdMember,
  insertShare,
  lockShare,
  type Share,
  updateShare,
} from './store.ts';

/** Sends the invite of a guest; who knows how is wired in by main. */
export type InviteGuest = (
  kit: Kit,
  tx: Tx,
  guest: { projectId: string; email: string; actor: Actor },
) => Promise<void>;

export interface Sharing extends Share {
  actor: Actor;
}

async function getCampaignName(tx: Tx, { projectId, campaignId }: Share): Promise<string> {
  const name = await findCampaignName(tx, projectId, campaignId);
  if (name === null) throw new AppError('not_found', 'We couldn’t find this campaign.');
  return name;
}

const notShared = () => new AppError('not_found', 'This campaign is not shared with this address.');

/** Whether the address must be invited first. In this order: an invite that is answered meanwhile made a member. */
async function needsInvite(tx: Tx, share: Share, now: Date): Promise<boolean> {
  const invited = await holdInvite(tx, share, now);
  const role = (await holdMember(tx, share)) ?? invited;
  if (role !== null && role !== 'guest') {
    throw new AppError('conflict', `${share.email} is ${role} here and sees every campaign.`, {
      email: 'sees every campaign',
    });
  }
  return role === null;
}

/** Shares a campaign with a guest; an unknown address is invited, and what is shared waits for it. */
export async function shareCampaign(
  kit: Kit,
  { actor, ...share }: Sharing,
  { access, inviteGuest }: { access: CampaignAccess; inviteGuest: InviteGuest },
): Promise<void> {
  const now = kit.clock.now();
  const { projectId, email } = share;
  const shareIn = async (tx: Tx) => {
    const campaign = await getCampaignName(tx, share);
    const isUnknown = await needsInvite(tx, share, now);
    if (!(await insertShare(tx, now, { ...share, access, sharedBy: actor.userId }))) {
      throw new AppError('conflict', 'This campaign is shared with this address already.', {
        email: 'has it already',
      });
    }
    await announceAccess(tx, { projectId });
    if (isUnknown) await inviteGuest(kit, tx, { projectId, email, actor });
    const after = { campaign, access };
    await recordChange(tx, now, { projectId, actor, action: 'campaign.shared', target: email, after });
  };
  // On a cluster two who share with one address at once can wait for each other on its nodes.
  await untilNoCollision(() => kit.db.transaction().execute(shareIn));
}

/** Changes what a guest may do with a campaign. */
export async function changeShare(
  kit: Kit,
  { actor, ...share }: Sharing,
  access: CampaignAccess,
): Promise<void> {
  const now = kit.clock.now();
  const { projectId, email } = share;
  await kit.db.transaction().execute(async (tx) => {
    const campaign = await getCampaignName(tx, share);
    const old = await lockShare(tx, share);
    if (old === null) throw notShared();
    if (old === access) return;
    await updateShare(tx, share, access);
    await announceAccess(tx, { projectId });
    const change = { before: { campaign, access: old }, after: { campaign, access } };
    const action = 'campaign.share_changed';
    await recordChange(tx, now, { projectId, actor, action, target: email, ...change });
  });
}

/** Stops sharing. Who is a guest, or invited as one, stays that and may have nothing to look at. */
export async function unshareCampaign(kit: Kit, { actor, ...share }: Sharing): Promise<void> {
  const now = kit.clock.now();
  const { projectId, email } = share;
  await kit.db.transaction().execute(async (tx) => {
    const campaign = await getCampaignName(tx, share);
    const access = await lockShare(tx, share);
    if (access === null) throw notShared();
    await deleteShare(tx, share);
    await announceAccess(tx, { projectId });
    const before = { campaign, access };
    await recordChange(tx, now, { projectId, actor, action: 'campaign.unshared', target: email, before });
  });
}
