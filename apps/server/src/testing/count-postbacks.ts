import type { SkanDimension } from '@trailmark/contract/skan-report';

/** A row of skan_postbacks, as far as a report is about it. */
export interface CountedPostback {
  received_at: Date;
  framework: string;
  version: string | null;
  network_id: string | null;
  sequence: number | null;
  source_identifier: string | null;
  campaign_number: number | null;
  conversion_type: string | null;
  interaction: string | null;
  did_win: boolean | null;
  source_app_id: unknown;
  country: string | null;
  fine_value: number | null;
  coarse_value: string | null;
}

/** What an install may have done that has a value: how often of each event, and in which bucket it paid. */
export interface PossibleInstall {
  events: Record<string, number>;
  bucket: number;
}

/** A schema as a list of everything that an install can do: what it gets for it. */
export interface ListedSchema {
  since: Date;
  version: number;
  events: string[];
  /** Lower ends, from 0 on, and what they are worth; without revenue there are none. */
  buckets: { from: number; worth: number }[];
  possible: (PossibleInstall & { fine: number; coarse: string })[];
}

const HOUR = 3_600_000;
const KOLKATA = 5.5 * HOUR;
const dateOf = (at: number) => new Date(at + KOLKATA).toISOString().slice(0, 10);

const isEarly = ({ framework, version }: CountedPostback) =>
  framework === 'skadnetwork' && Number.parseFloat(version ?? '1.0') < 4;

/** Hours from the install to its postback: docs/skan-report.md. */
const delayOf = (row: CountedPostback) =>
  24 * (isEarly(row) ? 2 : ([2 + 1.5, 7 + 3.5, 35 + 3.5][row.sequence ?? 0] as number));
const installedAt = (row: CountedPostback) => row.received_at.getTime() - delayOf(row) * HOUR;

/** Until when its app could set its value. */
const windowEndedAt = (row: CountedPostback) =>
  row.received_at.getTime() - 24 * (isEarly(row) ? 2 : row.sequence === 0 ? 1.5 : 3.5) * HOUR;

export function dayOf(row: CountedPostback, basis: 'received' | 'install'): string {
  return dateOf(basis === 'install' ? installedAt(row) : row.received_at.getTime());
}

const cut = (row: CountedPostback, digits: number) =>
  row.source_identifier?.slice(-digits) ?? `#${row.campaign_number}`;

/** The key of a row of the breakdown; campaigns and days have others. */
export function keyOf(row: CountedPostback, by: SkanDimension, network: string): string {
  const keys: Partial<Record<SkanDimension, string>> = {
    network,
    source_identifier: `${network}/${cut(row, 4)}`,
    source_identifier_3: `${network}/${cut(row, 3)}`,
    source_identifier_2: `${network}/${cut(row, 2)}`,
    window: String(row.sequence),
    conversion_type: row.conversion_type ?? '',
    interaction: row.interaction ?? '',
    did_win: row.did_win === false ? 'lost' : 'won',
    country: row.country ?? '',
    version: row.framework === 'skadnetwork' ? `SKAdNetwork ${row.version ?? '1.0'}` : 'AdAttributionKit',
    framework: row.framework,
  };
  return keys[by] ?? '';
}

const isWinner = ({ did_win }: CountedPostback) => did_win !== false;
const hasValue = ({ fine_value, coarse_value }: CountedPostback) =>
  fine_value !== null || coarse_value !== null;

export function countRows(rows: readonly CountedPostback[]) {
  const first = rows.filter(({ sequence }) => sequence === 0);
  const won = first.filter(isWinner);
  const ofType = (type: string) => won.filter(({ conversion_type }) => conversion_type === type).length;
  return {
    postbacks: rows.length,
    installs: ofType('download'),
    redownloads: ofType('redownload'),
    reengagements: ofType('re-engagement'),
    lost: first.length - won.length,
    null_rate: won.length === 0 ? null : won.filter((row) => !hasValue(row)).length / won.length,
  };
}

function tierOf(row: CountedPostback): number {
  if (row.source_app_id !== null) return 3;
  if (row.fine_value !== null || (row.source_identifier?.length ?? 0) > 2) return 2;
  return row.coarse_value !== null ? 1 : 0;
}

/** Tiers, fine and coarse values. */
export function spreadRows(rows: readonly CountedPostback[]) {
  const first = rows.filter((row) => row.sequence === 0 && isWinner(row));
  const ofTier = (tier: number) => first.filter((row) => !isEarly(row) && tierOf(row) === tier).length;
  const splitOf = (window: number) => {
    const own = rows.filter((row) => row.sequence === window && isWinner(row) && !isEarly(row));
    const count = (isOne: (row: CountedPostback) => boolean) => own.filter(isOne).length;
    const coarse = (value: string) => count((row) => row.fine_value === null && row.coarse_value === value);
    return {
      low: coarse('low'),
      medium: coarse('medium'),
      high: coarse('high'),
      fine: count(({ fine_value }) => fine_value !== null),
      none: count((row) => !hasValue(row)),
    };
  };
  return {
    tiers: [0, 1, 2, 3].map(ofTier),
    without_tier: first.filter(isEarly).length,
    fine: Array.from({ length: 64 }, (_, fine) => first.filter((row) => row.fine_value === fine).length),
    coarse: [0, 1, 2].map(splitOf),
  };
}

/** What the install of a postback may have done; null: no schema says. */
function possibleOf(row: CountedPostback, schemas: readonly ListedSchema[]) {
  const atInstall = schemas.findLast(({ since }) => since.getTime() <= installedAt(row));
  const first = schemas[0];
  const schema = atInstall ?? (first && first.since.getTime() <= windowEndedAt(row) ? first : undefined);
  const possible = schema?.possible.filter(({ fine, coarse }) =>
    row.fine_value === null ? coarse === row.coarse_value : fine === row.fine_value,
  );
  return schema && possible && possible.length > 0 ? { schema, possible } : null;
}

const harmonicMean = (values: readonly number[]) =>
  Math.round((values.length / values.reduce((sum, value) => sum + 1 / value, 0)) * 100) / 100;

function paidBy({ schema: { buckets }, possible }: { schema: ListedSchema; possible: PossibleInstall[] }) {
  const own = [...new Set(possible.map(({ bucket }) => bucket))].sort((a, b) => a - b);
  const [least = 0, most = 0] = [own[0], own.at(-1)];
  const low = buckets[least]?.from ?? 0;
  const worth = own.map((bucket) => buckets[bucket]?.worth ?? 0);
  // Nothing is known about a range that begins at nothing.
  const expected = own.length === 1 ? (worth[0] as number) : least === 0 ? low : harmonicMean(worth);
  return { low, expected, high: buckets[most + 1]?.from ?? null };
}

/** What the values mean: by listing everything that installs with such a value can have done. */
export function decodeRows(rows: readonly CountedPostback[], schemas: readonly ListedSchema[]) {
  const valued = rows.filter((row) => isWinner(row) && hasValue(row));
  const decoded = valued.flatMap((row) => {
    const found = possibleOf(row, schemas);
    return found ? [{ window: row.sequence ?? 0, ...found }] : [];
  });
  const names = [...new Set(decoded.flatMap(({ schema }) => schema.events))];
  const events = [0, 1, 2].flatMap((window) =>
    names.flatMap((name) => {
      const own = decoded.filter((one) => one.window === window && one.schema.events.includes(name));
      const did = ({ events: counts }: PossibleInstall) => (counts[name] ?? 0) > 0;
      const low = own.filter(({ possible }) => possible.every(did)).length;
      const high = own.filter(({ possible }) => possible.some(did)).length;
      const [open, known] = [high - low, own.length - (high - low)];
      const expected = open === 0 ? low : known === 0 ? null : low + (open * low) / known;
      return own.length === 0 ? [] : [{ window, name, low, expected, high }];
    }),
  );
  const paid = decoded.filter(({ schema }) => schema.buckets.length > 0).map(paidBy);
  const sum = (read: (one: (typeof paid)[number]) => number) => paid.reduce((all, one) => all + read(one), 0);
  const open = paid.filter(({ high }) => high === null).length;
  const limits = { low: sum(({ low }) => low), expected: sum(({ expected }) => expected), open };
  return {
    undecoded: valued.length - decoded.length,
    schema_versions: [...new Set(decoded.map(({ schema }) => schema.version))].sort((a, b) => a - b),
    events,
    revenue:
      paid.length === 0 ? null : { ...limits, high: open > 0 ? null : sum(({ high }) => high as number) },
  };
}
