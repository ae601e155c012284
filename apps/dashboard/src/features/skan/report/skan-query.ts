import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address, type Output } from '@trailmark/contract/call';
import {
  exportSkanCsv,
  getSkanOverlap,
  getSkanReport,
  type SkanReport,
} from '@trailmark/contract/skan-report';
import { call } from '../../../api/client.ts';
import { projectQuery } from '../../../project/current-project.tsx';
import type { SkanView } from '../skan-view.ts';

/** The project and its days. */
export interface SkanDays {
  project_id: string;
  from: string;
  to: string;
}

export type Overlap = Output<typeof getSkanOverlap>;

/** Whatever is cached about SKAN has a key that starts with this one. */
export function skanKey(projectId: string) {
  return [...projectQuery(projectId).queryKey, 'skan'];
}

const commas = (list: readonly string[]) => list.join(',') || undefined;

function reportParams({ project_id, from, to }: SkanDays, view: SkanView) {
  return {
    project_id,
    from,
    to,
    breakdown: view.breakdown,
    day_basis: view.dayBasis,
    networks: commas(view.networks),
    campaigns: view.campaign ?? undefined,
    windows: commas(view.windows),
    conversion_types: commas(view.conversionTypes),
    frameworks: commas(view.frameworks),
  };
}

export function reportQuery(days: SkanDays, view: SkanView) {
  const query = reportParams(days, view);
  return queryOptions({
    queryKey: [...skanKey(days.project_id), 'report', query],
    queryFn: () => call(getSkanReport, { query }),
    placeholderData: keepPreviousData<SkanReport>,
  });
}

/** Networks that have postbacks in the period, whatever else is filtered. */
export function networksQuery({ project_id, from, to }: SkanDays) {
  const query = { project_id, from, to, breakdown: 'network' } as const;
  return queryOptions({
    queryKey: [...skanKey(project_id), 'networks', query],
    queryFn: async () => (await call(getSkanReport, { query })).rows.map(({ key }) => key),
  });
}

export function overlapQuery({ project_id, from, to }: SkanDays) {
  const query = { project_id, from, to, day_basis: 'install' } as const;
  return queryOptions({
    queryKey: [...skanKey(project_id), 'overlap', query],
    queryFn: () => call(getSkanOverlap, { query }),
    placeholderData: keepPreviousData<Overlap>,
  });
}

export const csvAddress = (days: SkanDays, view: SkanView): string =>
  address(exportSkanCsv, { query: reportParams(days, view) });
