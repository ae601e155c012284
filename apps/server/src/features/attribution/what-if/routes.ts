import { tryCampaignWindows, tryRules } from '@trailmark/contract/what-if';
import { campaignScope } from '../../../access/campaign-scope.ts';
import { spend } from '../../../access/rate-limit.ts';
import { type HandledRoute, onProject } from '../../../http/handled.ts';
import { AppError } from '../../../platform/app-error.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { isCampaign } from './read-settings.ts';
import { trySettings } from './try-settings.ts';

/** A trial replays thousands of receipts; a person who types sends a few of them in a minute. */
const TRIALS_A_MINUTE = 30;

async function limitTrials({ db, clock }: Kit, projectId: string, userId: string): Promise<void> {
  const bucket = `what-if:${projectId}:${userId}`;
  await spend(db, clock.now(), [{ bucket, max: TRIALS_A_MINUTE, perMs: MINUTE_MS }]);
}

export const routes: HandledRoute[] = [
  onProject(tryRules, async ({ kit, person, membership, body }) => {
    await limitTrials(kit, membership.projectId, person.userId);
    return await trySettings(kit, {
      projectId: membership.projectId,
      scope: campaignScope(membership),
      change: {
        windows: body.windows,
        networkWindows: body.network_windows,
        plausibility: body.plausibility,
      },
      group: body.group,
    });
  }),

  onProject(tryCampaignWindows, async ({ kit, person, membership, body }) => {
    const { projectId } = membership;
    await limitTrials(kit, projectId, person.userId);
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
