import type { ReportContext, Values } from '@trailmark/contract/report-filter';
import type { Value } from './format-value.ts';

/** What a figure is narrowed to, as the calls take it. */
export interface FigureFilter {
  networks?: string | undefined;
  campaigns?: string | undefined;
  countries?: string | undefined;
  platforms?: string | undefined;
}

/** A figure that somebody wants to know more about; without a value, only what it means. */
export interface FigureAsked {
  metric: string;
  value?: Value;
  /** All figures of the same row: the parts of a ratio are among them. */
  values?: Values;
  /** Whose it is: a campaign, a network. */
  of?: string;
  filter?: FigureFilter;
  days?: Pick<ReportContext, 'from' | 'to'>;
  /** Why its rows cannot be listed, where the call knows no such filter. */
  rowless?: string;
}
