/** The unit of a metric; a percent is a share of 1, money is in the project's currency. */
export type Unit = 'count' | 'percent' | 'ratio' | 'money';

/** The kind of raw rows that a metric counts. */
export const ROW_KINDS = ['clicks', 'impressions', 'installs', 'events', 'payments', 'spend'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** What a metric is, whatever it is called. */
export interface MetricRules {
  unit: Unit;
  /** Which way is good; null where neither is. */
  better: 'up' | 'down' | null;
  /** Which date a value is counted on. */
  date: 'touch' | 'install' | 'event' | 'spend' | 'mixed';
  /** The total is the sum of its rows; where it is not, `whyNot` gives the reason. */
  addsUp: boolean;
  /** The metrics of a ratio, each with its own rows. */
  parts?: readonly [string, string];
  rows?: RowKind;
}

/** A metric in the words of a project: an app has installs, a website new visitors. */
export interface Metric extends MetricRules {
  label: string;
  /** The formula in words. */
  formula: string;
  whyNot?: string;
}
