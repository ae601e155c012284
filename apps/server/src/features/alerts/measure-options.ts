import type { Output } from '@trailmark/contract/call';
import type { CampaignGroup, listCampaigns } from '@trailmark/contract/campaign-report';
import type { Network } from '@trailmark/contract/campaigns';
import type { Stats } from '@trailmark/contract/stats';
import type { Kit } from '../../platform/kit.ts';
import type { ReportFilter } from '../../report/context.ts';

interface CampaignQuery {
  columns: readonly string[];
  group_by: CampaignGroup;
  network: Network | undefined;
  sort: string;
  order: 'desc';
  cursor: string | undefined;
  limit: number;
}

/** Reports of other features: an alert has the numbers of the screens, since they come from the same functions. */
export interface AlertReports {
  stats(kit: Kit, filter: ReportFilter, metrics: readonly string[]): Promise<Stats>;
  campaigns(kit: Kit, filter: ReportFilter, query: CampaignQuery): Promise<Output<typeof listCampaigns>>;
}

export interface MeasuredProject {
  projectId: string;
  name: string;
  timezone: string;
}

export interface MeasureOptions {
  project: MeasuredProject;
  /** Those that fire are measured whatever they spend. */
  openSubjects: readonly string[];
}
