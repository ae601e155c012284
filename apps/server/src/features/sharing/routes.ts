import { may, type Role } from '@trailmark/contract/permissions';
import {
  addCampaignMember,
  type CampaignMember,
  getCampaignPermission,
  listCampaignMembers,
  removeCampaignMember,
  updateCampaignMember,
} from '@trailmark/contract/sharing';
import { actorOf, type ClientInfo, type Membership, type Person } from '../../access/caller.ts';
import { campaignScope, isInScope } from '../../access/campaign-scope.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import {
  changeShare,
  type InviteGuest,
  type Sharing,
  shareCampaign,
  unshareCampaign,
} from './share-campaign.ts';
import { type CampaignMemberRow, findCampaignName, listCampaignMemberRows, type Share } from './store.ts';

function presentCampaignMember(row: CampaignMemberRow): CampaignMember {
  const role = row.role as Role;
  return {
    user_id: row.user_id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    role,
    access: row.access ?? (may(role, 'campaigns.edit') ? 'edit' : 'see'),
    shared: row.access !== null,
    shared_at: row.shared_at?.toISOString() ?? null,
  };
}

interface Context {
  person: Person;
  membership: Membership;
  client: ClientInfo;
}

function sharing(
  { person, membership, client }: Context,
  given: { campaign_id: string; email: string },
): Sharing {
  const { projectId } = membership;
  return { projectId, campaignId: given.campaign_id, email: given.email, actor: actorOf(person, client) };
}

async function checkCampaign({ db }: Kit, membership: Membership, campaignId: string): Promise<void> {
  const isThere =
    isInScope(campaignScope(membership), campaignId) &&
    (await findCampaignName(db, membership.projectId, campaignId)) !== null;
  if (!isThere) throw new AppError('not_found', 'We couldn’t find this campaign.');
}

async function getMember({ db }: Kit, { projectId, campaignId, email }: Share): Promise<CampaignMember> {
  const rows = await listCampaignMemberRows(db, projectId, campaignId);
  const row = rows.find((one) => one.email === email);
  if (!row) throw new AppError('not_found', 'This campaign is not shared with this address.');
  return presentCampaignMember(row);
}

/** Sharing of campaigns with guests. */
export function sharingRoutes({ inviteGuest }: { inviteGuest: InviteGuest }): HandledRoute[] {
  return [
    onProject(getCampaignPermission, async ({ kit, membership, query }) => {
      await checkCampaign(kit, membership, query.campaign_id);
      const shared = membership.shared.find(({ campaignId }) => campaignId === query.campaign_id);
      return {
        see: true,
        edit: may(membership.role, 'campaigns.edit') || shared?.access === 'edit',
        share: may(membership.role, 'campaigns.share'),
        export: may(membership.role, 'reports.export'),
      };
    }),

    onProject(listCampaignMembers, async ({ kit, membership, query }) => {
      await checkCampaign(kit, membership, query.campaign_id);
      const rows = await listCampaignMemberRows(kit.db, membership.projectId, query.campaign_id);
      return rows.map(presentCampaignMember);
    }),

    onProject(addCampaignMember, async (context) => {
      const share = sharing(context, context.body);
      await shareCampaign(context.kit, share, { access: context.body.access, inviteGuest });
      return await getMember(context.kit, share);
    }),

    onProject(updateCampaignMember, async (context) => {
      const share = sharing(context, context.body);
      await changeShare(context.kit, share, context.body.access);
      return await getMember(context.kit, share);
    }),

    onProject(removeCampaignMember, async (context) => {
      await unshareCampaign(context.kit, sharing(context, context.query));
      return { removed: true };
    }),
  ];
}
