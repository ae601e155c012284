import type { Campaign } from '@trailmark/contract/campaigns';
import { Switch } from '../../../ui/switch.tsx';
import { useCampaignActions } from '../use-campaign-actions.ts';

/** Pauses a campaign and lets it go on. */
export function ActiveSwitch({ campaign }: { campaign: Campaign }) {
  const { setActive } = useCampaignActions(campaign);
  return (
    <Switch
      aria-label={`${campaign.name} is active`}
      checked={setActive.isPending ? setActive.variables : campaign.active}
      disabled={setActive.isPending}
      onCheckedChange={(active) => setActive.mutate(active)}
    />
  );
}
