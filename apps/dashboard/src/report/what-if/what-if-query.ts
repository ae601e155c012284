import { queryOptions } from '@tanstack/react-query';
import type { Plausibility } from '@trailmark/contract/plausibility';
import type { NetworkWindows } from '@trailmark/contract/projects';
import { tryCampaignWindows, tryRules } from '@trailmark/contract/what-if';
import type { AttributionWindows } from '@trailmark/contract/windows';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';

/** Settings that nobody has saved: of the project, or the windows of a campaign. */
export type TriedChange =
  | {
      campaign_id?: undefined;
      windows?: Partial<AttributionWindows> | undefined;
      network_windows?: NetworkWindows | undefined;
      plausibility?: Plausibility | undefined;
    }
  | { campaign_id: string; windows: Partial<AttributionWindows> };

/** What they would change; with a group, its rows too. */
export function whatIfQuery(project_id: string, change: TriedChange, group?: string) {
  return queryOptions({
    queryKey: [...projectQuery(project_id).queryKey, 'what-if', change, group ?? null],
    queryFn: () =>
      change.campaign_id === undefined
        ? call(tryRules, { body: { project_id, ...change, group } })
        : call(tryCampaignWindows, { body: { project_id, ...change, group } }),
    staleTime: 60_000,
  });
}

/** A group of installs whose rows are shown. */
export interface OpenedGroup {
  group: string;
  count: number;
  /** From and to, in words. */
  title: string;
}
