import type { ExplainedChange } from '@trailmark/contract/explain-change';
import type { Metric } from '@trailmark/contract/metric';
import type { Values } from '@trailmark/contract/report-filter';

type Value = Values[string];

/** A metric of a mail, with its previous period. */
export interface MailedMetric {
  key: string;
  metric: Metric;
  value: Value;
  previous: Value;
}

/** Why a metric changed: the values that add most to the difference. */
export interface MailedChange extends MailedMetric {
  explained: ExplainedChange;
}

export interface MailedRow {
  label: string;
  values: Values;
  previous: Values | null;
}

/** Everything that a scheduled report says, before it is put into words. */
export interface ReportContent {
  projectName: string;
  /** The name of the view; null: the overview. */
  viewName: string | null;
  cadence: 'daily' | 'weekly';
  from: string;
  to: string;
  compared: { from: string; to: string };
  timezone: string;
  currency: string;
  changes: MailedChange[];
  metrics: MailedMetric[];
  rows: MailedRow[];
  /** The metrics of the rows. */
  columns: MailedMetric[];
  /** What the rows are: campaigns, networks. */
  rowWord: string;
  moreRows: number;
  /** No metric has a value other than zero. */
  isEmpty: boolean;
  isGuest: boolean;
  reportUrl: string;
  settingsUrl: string;
  unsubscribeUrl: string;
}
