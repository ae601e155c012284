import type { CampaignRow, GroupRow } from '@trailmark/contract/campaign-report';
import type { Values } from '@trailmark/contract/report-filter';

/** What is loaded of a table. */
export interface TableRows {
  items: readonly CampaignRow[];
  groups: readonly GroupRow[];
  count: number;
  totals: Values;
  previousTotals: Values | null;
}

/** One line of the table, whatever it shows. */
export type TableLine =
  | { kind: 'campaign'; key: string; row: CampaignRow }
  | { kind: 'group'; key: string; row: GroupRow; depth: 0 | 1 }
  /** Below an open campaign: its ad sets are on the way, or there are none. */
  | { kind: 'note'; key: string; text: string | null }
  /** Rows of the next page. */
  | { kind: 'waiting'; key: string };

const WAITING_LINES = 3;

interface Loaded {
  items: readonly CampaignRow[];
  groups: readonly GroupRow[];
  hasMore: boolean;
  /** The ad sets of open campaigns by campaign; null while they load, an error's words where they failed. */
  below: ReadonlyMap<string, readonly GroupRow[] | string | null>;
}

function linesBelow(id: string, below: Loaded['below']): TableLine[] {
  const rows = below.get(id);
  if (rows === undefined) return [];
  if (rows === null) return [{ kind: 'note', key: `${id} note`, text: null }];
  if (typeof rows === 'string') return [{ kind: 'note', key: `${id} note`, text: rows }];
  if (rows.length === 0)
    return [{ kind: 'note', key: `${id} note`, text: 'No ad set has data in this period.' }];
  return rows.map((row) => ({ kind: 'group', key: `${id} ${row.key}`, row, depth: 1 }));
}

/** The rows that are loaded as the lines that are drawn, ad sets below their campaigns. */
export function tableLines({ items, groups, hasMore, below }: Loaded): TableLine[] {
  const lines: TableLine[] = [];
  for (const row of items) {
    lines.push({ kind: 'campaign', key: row.campaign_id, row }, ...linesBelow(row.campaign_id, below));
  }
  for (const row of groups) lines.push({ kind: 'group', key: row.key, row, depth: 0 });
  if (hasMore) {
    for (let at = 0; at < WAITING_LINES; at++) lines.push({ kind: 'waiting', key: `waiting ${at}` });
  }
  return lines;
}
