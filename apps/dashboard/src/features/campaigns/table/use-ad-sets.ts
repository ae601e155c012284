import { useQueries } from '@tanstack/react-query';
import type { GroupRow } from '@trailmark/contract/campaign-report';
import { useCallback, useState } from 'react';
import { adSetsQuery, type TableAsked } from '../campaigns-query.ts';

type Below = ReadonlyMap<string, readonly GroupRow[] | string | null>;

/** Which campaigns are open, and the ad sets below them. */
export function useAdSets(table: TableAsked): { below: Below; toggle: (campaignId: string) => void } {
  const [open, setOpen] = useState<readonly string[]>([]);
  const toggle = useCallback(
    (id: string) => setOpen((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    [],
  );
  const answers = useQueries({ queries: open.map((id) => adSetsQuery(table, id)) });
  const below = new Map(
    open.map((id, index) => {
      const { data, isError } = answers[index] ?? {};
      const failed =
        isError && !data ? 'The ad sets could not be loaded. Close and open to try again.' : null;
      return [id, data?.groups ?? failed] as const;
    }),
  );
  return { below, toggle };
}
