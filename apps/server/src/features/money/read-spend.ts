import { Day } from '@trailmark/contract/fields';
import { CurrencyCode } from '@trailmark/contract/rates';
import type { CsvLine, CsvProblem } from '../../platform/read-csv.ts';
import type { SpendEntry } from './spend-store.ts';

const AMOUNT = /^\d{1,15}(\.\d{1,6})?$/;

export const COLUMNS = { required: ['date', 'campaign', 'amount'], optional: ['currency', 'link'] } as const;
export type SpendLine = CsvLine<(typeof COLUMNS)['required' | 'optional'][number]>;

/** How a file may name something: by an id or another key, of which there is one, or by a name. */
interface Named {
  id: string;
  key: string;
  name: string;
}

export interface Names {
  ids: Set<string>;
  keys: Map<string, string>;
  /** null: several things have this name. */
  names: Map<string, string | null>;
}

export function namesOf(things: Named[]): Names {
  const known: Names = { ids: new Set(), keys: new Map(), names: new Map() };
  for (const { id, key, name } of things) {
    known.ids.add(id);
    known.keys.set(key, id);
    known.names.set(name, known.names.has(name) ? null : id);
  }
  return known;
}

type Found = { id: string } | { reason: string };

/** What a cell names; `key` is the cell as keys are written. */
function find(known: Names | undefined, { cell, key }: { cell: string; key: string }): Found {
  const id = cell.toLowerCase();
  if (known?.ids.has(id)) return { id };
  const found = known?.keys.get(key) ?? known?.names.get(cell);
  if (found) return { id: found };
  return { reason: found === null ? 'is the name of several: give its id' : 'is not known' };
}

/** Display ids are the same in any case; slugs are not. */
const findCampaign = (known: Names, cell: string) => find(known, { cell, key: cell.toLowerCase() });
const findLink = (known: Names | undefined, cell: string) => find(known, { cell, key: cell });

export interface Known {
  campaigns: Names;
  /** By the id of the campaign. */
  links: Map<string, Names>;
  /** Where a line says nothing of it. */
  currency: string;
}

/** The campaign that a line names, if there is one. */
export function campaignOf(line: SpendLine, campaigns: Names): string | null {
  const found = findCampaign(campaigns, line.cells.campaign);
  return 'id' in found ? found.id : null;
}

function placeOf({ cells }: SpendLine, known: Known): { campaignId: string; linkId: string | null } | string {
  if (cells.campaign === '') return 'campaign is missing';
  const campaign = findCampaign(known.campaigns, cells.campaign);
  if ('reason' in campaign) return `campaign ${campaign.reason}`;
  if (cells.link === '') return { campaignId: campaign.id, linkId: null };
  const link = findLink(known.links.get(campaign.id), cells.link);
  return 'reason' in link ? `link ${link.reason}` : { campaignId: campaign.id, linkId: link.id };
}

function readLine(line: SpendLine, known: Known): SpendEntry | string {
  const { cells } = line;
  const date = Day.safeParse(cells.date);
  if (!date.success) return 'date is not a date';
  const place = placeOf(line, known);
  if (typeof place === 'string') return place;
  if (!AMOUNT.test(cells.amount)) {
    return 'amount is not a number of 0 or more with at most 6 places';
  }
  const currency = CurrencyCode.safeParse(cells.currency || known.currency);
  if (!currency.success) return 'currency is not a currency code of ISO 4217';
  return { ...place, date: date.data, currency: currency.data, amount: cells.amount };
}

/** What the lines of a file say, and what is wrong with them. A day that is there twice is wrong. */
export function readSpend(
  lines: SpendLine[],
  known: Known,
): { entries: SpendEntry[]; problems: CsvProblem[] } {
  const entries: SpendEntry[] = [];
  const problems: CsvProblem[] = [];
  const seen = new Map<string, number>();
  for (const line of lines) {
    const read = readLine(line, known);
    if (typeof read === 'string') {
      problems.push({ line: line.line, reason: read });
      continue;
    }
    const key = `${read.date} ${read.campaignId} ${read.linkId} ${read.currency}`;
    const before = seen.get(key);
    if (before !== undefined) {
      problems.push({ line: line.line, reason: `says the same day of the same as line ${before}` });
      continue;
    }
    seen.set(key, line.line);
    entries.push(read);
  }
  return { entries, problems };
}
