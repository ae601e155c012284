import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

const TO = '/campaigns/$campaign_id';
/** Stands for an id until there is one. */
const PLACE = 'of-campaign';

/** How a table leads to its campaigns; the project and the days go along. */
export function useCampaignWay() {
  const router = useRouter();
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another project or other days
  return useMemo(() => {
    const { href } = router.buildLocation({ to: TO, params: { campaign_id: PLACE } });
    return {
      href: (campaignId: string) => href.replace(PLACE, campaignId),
      go: (campaignId: string) => void router.navigate({ to: TO, params: { campaign_id: campaignId } }),
    };
  }, [router, search]);
}
