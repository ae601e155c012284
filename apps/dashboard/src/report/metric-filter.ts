import type { CampaignGroup } from '@trailmark/contract/campaign-report';
import type { CampaignFilter, Network } from '@trailmark/contract/campaigns';
import type { ReportContext, Values } from '@trailmark/contract/report-filter';
import type { Value } from './format-value.ts';

/** The filter of a metric, as the calls take it. */
export interface MetricFilter {
  networks?: string | undefined;
  campaigns?: string | undefined;
  countries?: string | undefined;
  platforms?: string | undefined;
}

/** Further filters of the rows behind a metric. */
export interface RowsFilter extends MetricFilter {
  link_id?: string | undefined;
  ad_set?: string | undefined;
  creative?: string | undefined;
  /** The grouping and the filters of the campaign table that shows it. */
  group_by?: CampaignGroup | undefined;
  filter?: CampaignFilter | undefined;
  search?: string | undefined;
  network?: Network | undefined;
  tag?: string | undefined;
}

/** A metric whose details are open; without a value, only its definition. */
export interface OpenedMetric {
  metric: string;
  value?: Value;
  /** All metrics of the same row: those of a ratio are among them. */
  values?: Values;
  /** Whose it is: a campaign, a network. */
  of?: string;
  filter?: RowsFilter;
  days?: Pick<ReportContext, 'from' | 'to'>;
  /** Why its rows cannot be listed, where no filter of the call says so. */
  rowless?: string;
}
