import type { InfiniteData } from '@tanstack/react-query';
import type { Output } from '@trailmark/contract/call';
import type { listCampaigns } from '@trailmark/contract/campaign-report';
import { useMemo } from 'react';
import type { TableRows } from './table-lines.ts';

/** The pages that are loaded as one table; null while there is none. */
export function useTableRows(data: InfiniteData<Output<typeof listCampaigns>> | undefined): TableRows | null {
  return useMemo(() => {
    const last = data?.pages.at(-1);
    if (!data || !last) return null;
    return {
      items: data.pages.flatMap((page) => page.items),
      groups: data.pages.flatMap((page) => page.groups),
      count: last.count,
      totals: last.totals,
      previousTotals: last.previous_totals,
    };
  }, [data]);
}
