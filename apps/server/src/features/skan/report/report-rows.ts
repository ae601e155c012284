import { NO_CAMPAIGN, type SkanDimension } from '@trailmark/contract/skan-report';
import type { PostbackCell } from '@trailmark/core/skan/report/postback-cell';
import { keepDigits } from '@trailmark/core/skan/report/resolve-campaign';
import type { SourceDimension } from './read-cells.ts';
import type { ResolvedSource, Sources } from './read-sources.ts';

/** A row of the breakdown before its metrics are made. */
export interface RowCells {
  key: string;
  network: string | null;
  source: string | null;
  campaigns: { campaign_id: string; name: string }[];
  cells: PostbackCell[];
}

const DIGITS: Partial<Record<SkanDimension, number>> = {
  source_identifier: 4,
  source_identifier_3: 3,
  source_identifier_2: 2,
};

export const isOfSource = (dimension: SkanDimension): dimension is SourceDimension =>
  dimension === 'campaign' || dimension === 'network' || dimension in DIGITS;

const candidatesOf = ({ resolution }: ResolvedSource): string[] => {
  if (resolution.state === 'resolved') return [resolution.campaignId];
  return resolution.state === 'unresolved' ? resolution.candidates : [];
};

function sourceText(source: ResolvedSource, digits: number, kept: Sources['digitsKept']): string {
  if (source.sourceIdentifier !== null) return keepDigits(source.sourceIdentifier, digits, kept);
  return source.campaignNumber === null ? '' : `#${source.campaignNumber}`;
}

type RowName = Omit<RowCells, 'cells' | 'campaigns'>;

function nameOf(dimension: SourceDimension, source: ResolvedSource, kept: Sources['digitsKept']): RowName {
  const { network } = source;
  if (dimension === 'network') return { key: network, network, source: null };
  if (dimension === 'campaign') {
    return { key: candidatesOf(source).join('|') || NO_CAMPAIGN, network: null, source: null };
  }
  // A number means something to its network alone.
  const text = sourceText(source, DIGITS[dimension] ?? 4, kept);
  return { key: `${network}/${text}`, network, source: text };
}

/** The rows of a dimension, and which of them each source is of. */
export interface SourceRows {
  rows: Omit<RowCells, 'cells'>[];
  rowOf: number[];
}

/** Sorts sources into rows before anything is added up: there are fewer rows. */
export function sortSources(dimension: SourceDimension, sources: Sources): SourceRows {
  const positions = new Map<string, number>();
  const rows: (RowName & { ids: Set<string> })[] = [];
  const rowOf = sources.list.map((source) => {
    const name = nameOf(dimension, source, sources.digitsKept);
    const position = positions.get(name.key) ?? rows.push({ ...name, ids: new Set() }) - 1;
    positions.set(name.key, position);
    if (dimension !== 'network') for (const id of candidatesOf(source)) rows[position]?.ids.add(id);
    return position;
  });
  const names = new Map(sources.campaigns.map(({ campaignId, name }) => [campaignId, name]));
  const campaignsOf = (ids: Set<string>) =>
    [...ids]
      .map((id) => ({ campaign_id: id, name: names.get(id) ?? '' }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  return { rows: rows.map(({ ids, ...row }) => ({ ...row, campaigns: campaignsOf(ids) })), rowOf };
}

/** Cells of such rows; rows without any are left out. */
export function rowsOfSources({ rows }: SourceRows, cells: readonly PostbackCell[]): RowCells[] {
  const filled = rows.map((row): RowCells => ({ ...row, cells: [] }));
  for (const cell of cells) filled[Number(cell.key)]?.cells.push(cell);
  return filled.filter((row) => row.cells.length > 0);
}

/** Cells of any other dimension as rows. */
export function rowsOfKeys(cells: readonly PostbackCell[]): RowCells[] {
  const rows = new Map<string, RowCells>();
  for (const cell of cells) {
    const row = rows.get(cell.key) ?? {
      key: cell.key,
      network: null,
      source: null,
      campaigns: [],
      cells: [],
    };
    rows.set(cell.key, row);
    row.cells.push(cell);
  }
  return [...rows.values()];
}
