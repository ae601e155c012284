import { NO_CAMPAIGN, type SkanDimension, type SkanRow } from '@trailmark/contract/skan-report';
import { formatDay } from '../../report/calendar-day.ts';
import { countryWords, networkWords } from '../../report/dimension-words.ts';

const UNKNOWN = 'Unknown';

/** A known network by its name, any other by its id. */
export function skanNetworkWords(network: string): string {
  return network === 'IRONSOURCE' ? 'ironSource' : networkWords(network);
}

export const DIMENSION_WORDS: Record<SkanDimension, string> = {
  campaign: 'Campaign',
  network: 'Network',
  source_identifier: 'Source identifier',
  source_identifier_3: 'Source identifier, 3 digits',
  source_identifier_2: 'Source identifier, 2 digits',
  window: 'Window',
  conversion_type: 'Conversion type',
  interaction: 'Interaction',
  did_win: 'Won or not',
  country: 'Country',
  version: 'Version',
  framework: 'Framework',
  day: 'Day',
};

/** By when they end after the first open: Apple's tables and day counts begin at different numbers. */
export const WINDOW_WORDS = [
  'Window 1, first 2 days',
  'Window 2, until day 7',
  'Window 3, until day 35',
] as const;

export const TYPE_WORDS: Record<string, string> = {
  download: 'Download',
  redownload: 'Redownload',
  're-engagement': 'Re-engagement',
};

export const FRAMEWORK_WORDS: Record<string, string> = {
  skadnetwork: 'SKAdNetwork',
  adattributionkit: 'AdAttributionKit',
};

export const INTERACTION_WORDS: Record<string, string> = { view: 'View', click: 'Click' };
const WON_WORDS: Record<string, string> = { won: 'Won', lost: 'Another network won' };

const PLAIN_WORDS: Partial<Record<SkanDimension, (key: string) => string>> = {
  network: skanNetworkWords,
  window: (key) => WINDOW_WORDS[Number(key)] ?? UNKNOWN,
  conversion_type: (key) => TYPE_WORDS[key] ?? UNKNOWN,
  interaction: (key) => INTERACTION_WORDS[key] ?? UNKNOWN,
  did_win: (key) => WON_WORDS[key] ?? UNKNOWN,
  country: countryWords,
  framework: (key) => FRAMEWORK_WORDS[key] ?? key,
  day: (key) => formatDay(key, { weekday: 'short', day: 'numeric', month: 'short' }),
};

/** Before version 4 a campaign has a number instead of a source identifier. */
export function sourceWords(source: string): string {
  if (source === '') return 'No source';
  return source.startsWith('#') ? `Campaign id ${source.slice(1)}` : source;
}

/** What a row is called; campaigns have a cell of their own. */
export function rowWords(dimension: SkanDimension, row: SkanRow): string {
  if (row.source !== null) return `${skanNetworkWords(row.network ?? '')} · ${sourceWords(row.source)}`;
  if (dimension !== 'campaign') return PLAIN_WORDS[dimension]?.(row.key) ?? row.key;
  if (row.key === NO_CAMPAIGN) return 'No campaign';
  return row.campaigns.length === 1 ? (row.campaigns[0]?.name ?? UNKNOWN) : 'Unresolved';
}
