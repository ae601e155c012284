import type { CampaignGroup } from '@trailmark/contract/campaign-report';
import type { CampaignFilter, Network } from '@trailmark/contract/campaigns';
import type { ReportContext, Values } from '@trailmark/contract/report-filter';
import type { Value } from './format-value.ts';

/** What a figure is narrowed to, as the calls take it. */
export interface FigureFilter {
  networks?: string | undefined;
  campaigns?: string | undefined;
  countries?: string | undefined;
  platforms?: string | undefined;
}

/** What the rows behind a figure can be narrowed to besides. */
export interface RowsFilter extends FigureFilter {
  link_id?: string | undefined;
  ad_set?: string | undefined;
  creative?: string | undefined;
  /** The campaign table that it stands in, and which campaigns that looks for. */
  group_by?: CampaignGroup | undefined;
  filter?: CampaignFilter | undefined;
  search?: string | undefined;
  network?: Network | undefined;
  tag?: string | undefined;
}

/** A figure that somebody wants to know more about; without a value, only what it means. */
export interface FigureAsked {
  metric: string;
  value?: Value;
  /** All figures of the same row: the parts of a ratio are among them. */
  values?: Values;
  /** Whose it is: a campaign, a network. */
  of?: string;
  filter?: RowsFilter;
  days?: Pick<ReportContext, 'from' | 'to'>;
  /** Why its rows cannot be listed, where no filter of the call says so. */
  rowless?: string;
}
