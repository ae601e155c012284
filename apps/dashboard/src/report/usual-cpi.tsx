import { queryOptions, useQuery } from '@tanstack/react-query';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import { createContext, type ReactNode, use } from 'react';
import { call } from '../api/client.ts';
import { projectQuery } from '../project/current-project.tsx';
import { drawable } from './format-value.ts';
import { type ReportQuery, useReportQuery } from './use-report-range.ts';

const UsualCpi = createContext<number | null>(null);

/** The CPI of all campaigns in the period; null where it is not known. */
export function useUsualCpi(): number | null {
  return use(UsualCpi);
}

function usualCpiQuery({ project_id, from, to }: ReportQuery) {
  return queryOptions({
    queryKey: [...projectQuery(project_id).queryKey, 'campaigns', 'usual-cpi', from, to],
    queryFn: async () => {
      const query = { project_id, from, to, filter: 'ALL', columns: 'cpi', limit: 1 } as const;
      return drawable((await call(listCampaigns, { query })).totals.cpi);
    },
  });
}

interface UsualCpiProviderProps {
  /** Where the screen reads it anyway; null while it does. */
  known?: number | null;
  children: ReactNode;
}

/** Once around a screen: its ROAS is judged by what an install usually costs, whatever its filters. */
export function UsualCpiProvider({ known, children }: UsualCpiProviderProps) {
  const { data = null } = useQuery({ ...usualCpiQuery(useReportQuery()), enabled: known === undefined });
  return <UsualCpi value={known === undefined ? data : known}>{children}</UsualCpi>;
}
