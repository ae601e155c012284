import { tryCampaignWindows, tryRules } from '@trailmark/contract/what-if';
import { campaignScope } from '../../../access/campaign-scope.ts';
import { type HandledRoute, onProject } from '../../../http/handled.ts';
import { AppError } from '../../../platform/app-error.ts';
import { isCampaign } from './read-settings.ts';
import { trySettings } from './try-settings.ts';

export const routes: HandledRoute[] = [
  onProject(tryRules, ({ kit, membership, body }) =>
    trySettings(kit, {
      projectId: membership.projectId,
      scope: campaignScope(membership),
      change: {
        windows: body.windows,
        networkWindows: body.network_windows,
        plausibility: body.plausibility,
      },
      group: body.group,
    }),
  ),

  onProject(tryCampaignWindows, async ({ kit, membership, body }) => {
    const { projectId } = membership;
    if (!(await isCampaign(kit.db, projectId, body.campaign_id))) {
      throw new AppError('not_found', 'We couldn’t find this campaign.');
    }
    return await trySettings(kit, {
      projectId,
      scope: campaignScope(membership),
      change: { campaign: { id: body.campaign_id, windows: body.windows } },
      group: body.group,
    });
  }),
];
