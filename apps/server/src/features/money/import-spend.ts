import type { Money } from '@trailmark/contract/report-filter';
import type { Actor } from '../../access/caller.ts';
import type { CampaignScope } from '../../access/campaign-scope.ts';
import { recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import type { Kit } from '../../platform/kit.ts';
import { type CsvProblem, readCsv } from '../../platform/read-csv.ts';
import { lockSpend } from '../../rollups/spend-deltas.ts';
import {
  COLUMNS,
  campaignOf,
  type Names,
  namesOf,
  readSpend,
  type SpendLine,
  type SpendLookup,
} from './read-spend.ts';
import { listLinkNames, listNames, replaceSpend, type SpendEntry } from './spend-store.ts';

/** Enough to see what is wrong with a file. */
const MOST_PROBLEMS = 200;
const PLACES = 6;

interface Acting {
  projectId: string;
  scope: CampaignScope;
  actor: Actor;
}

interface Imported {
  imported: number;
  total: Money[];
  problems: CsvProblem[];
}

function millionths(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(PLACES, '0'));
}

function plain(sum: bigint): string {
  const digits = String(sum).padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
}

function totalOf(entries: SpendEntry[]): Money[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of entries) {
    sums.set(currency, (sums.get(currency) ?? 0n) + millionths(amount));
  }
  return [...sums]
    .map(([currency, sum]) => ({ amount: plain(sum), currency }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

async function linksOf(tx: Tx, projectId: string, campaignIds: string[]): Promise<Map<string, Names>> {
  const byCampaign = new Map<string, Parameters<typeof namesOf>[0]>();
  for (const { id, campaign_id, slug, name } of await listLinkNames(tx, projectId, campaignIds)) {
    const links = byCampaign.get(campaign_id) ?? [];
    byCampaign.set(campaign_id, links);
    links.push({ id, key: slug, name });
  }
  return new Map([...byCampaign].map(([id, links]) => [id, namesOf(links)]));
}

async function known(tx: Tx, { projectId, scope }: Acting, lines: SpendLine[]): Promise<SpendLookup> {
  const { currency } = await lockSpend(tx, projectId);
  const rows = await listNames(tx, projectId, scope);
  const campaigns = namesOf(
    rows.map(({ display_id, ...row }) => ({ ...row, key: display_id.toLowerCase() })),
  );
  const named = lines.filter((line) => line.cells.link !== '').map((line) => campaignOf(line, campaigns));
  const links = await linksOf(tx, projectId, [...new Set(named.filter((id) => id !== null))]);
  return { campaigns, links, currency };
}

const rangeOf = (days: string[]) => `${days.at(0)} to ${days.at(-1)}`;

/** Takes a file of spend, all of it or nothing; a dry run answers the same and leaves everything as it is. */
export async function importSpend(
  kit: Kit,
  acting: Acting,
  { csv, dryRun }: { csv: string; dryRun: boolean },
): Promise<Imported> {
  const { lines, problems: unreadable } = await readCsv(csv, COLUMNS);
  if (unreadable.length > 0) return { imported: 0, total: [], problems: unreadable };
  const { projectId, actor } = acting;
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const { entries, problems } = readSpend(lines, await known(tx, acting, lines));
    if (problems.length > 0) return { imported: 0, total: [], problems: problems.slice(0, MOST_PROBLEMS) };
    const total = totalOf(entries);
    if (entries.length > 0 && !dryRun) {
      await replaceSpend(tx, { projectId, now }, entries);
      const target = rangeOf(entries.map((one) => one.date).sort());
      const sums = total.map(({ amount, currency }) => `${amount} ${currency}`).join(', ');
      const after = { lines: entries.length, total: sums };
      await recordChange(tx, now, { projectId, actor, action: 'spend.imported', target, after });
    }
    return { imported: entries.length, total, problems };
  });
}
