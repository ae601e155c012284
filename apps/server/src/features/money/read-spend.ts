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
  const lookup: Names = { ids: new Set(), keys: new Map(), names: new Map() };
  for (const { id, key, name } of things) {
    lookup.ids.add(id);
    lookup.keys.set(key, id);
    lookup.names.set(name, lookup.names.has(name) ? null : id);
  }
  return lookup;
}

type Found = { id: string } | { reason: string };

/** What a cell names; `key` is the cell as keys are written. */
function find(lookup: Names | undefined, { cell, key }: { cell: string; key: string }): Found {
  const id = cell.toLowerCase();
  if (lookup?.ids.has(id)) return { id };
  const found = lookup?.keys.get(key) ?? lookup?.names.get(cell);
  if (found) return { id: found };
  return { reason: found === null ? 'is the name of several: give its id' : 'is not known' };
}

/** Display ids are the same in any case; slugs are not. */
const findCampaign = (lookup: Names, cell: string) => find(lookup, { cell, key: cell.toLowerCase() });
const findLink = (lookup: Names | undefined, cell: string) => find(lookup, { cell, key: cell });

export interface SpendLookup {
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

function targetOf(
  { cells }: SpendLine,
  lookup: SpendLookup,
): { campaignId: string; linkId: string | null } | string {
  if (cells.campaign === '') return 'campaign is missing';
  const campaign = findCampaign(lookup.campaigns, cells.campaign);
  if ('reason' in campaign) return `campaign ${campaign.reason}`;
  if (cells.link === '') return { campaignId: campaign.id, linkId: null };
  const link = findLink(lookup.links.get(campaign.id), cells.link);
  return 'reason' in link ? `link ${link.reason}` : { campaignId: campaign.id, linkId: link.id };
}

function readLine(line: SpendLine, lookup: SpendLookup): SpendEntry | string {
  const { cells } = line;
  const date = Day.safeParse(cells.date);
  if (!date.success) return 'date is not a date';
  const target = targetOf(line, lookup);
  if (typeof target === 'string') return target;
  if (!AMOUNT.test(cells.amount)) {
    return 'amount is not a number of 0 or more with at most 6 places';
  }
  const currency = CurrencyCode.safeParse(cells.currency || lookup.currency);
  if (!currency.success) return 'currency is not a currency code of ISO 4217';
  return { ...target, date: date.data, currency: currency.data, amount: cells.amount };
}

/** What the lines of a file say, and what is wrong with them. A day that occurs twice is wrong. */
export function readSpend(
  lines: SpendLine[],
  lookup: SpendLookup,
): { entries: SpendEntry[]; problems: CsvProblem[] } {
  const entries: SpendEntry[] = [];
  const problems: CsvProblem[] = [];
  const seen = new Map<string, number>();
  for (const line of lines) {
    const read = readLine(line, lookup);
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
