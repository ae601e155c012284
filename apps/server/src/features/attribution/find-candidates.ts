import type { AttributionWindows } from '@trailmark/contract/windows';
import type { FoundBy, Touch, TouchPlatform } from '@trailmark/core/attribution/decision';
import { resolveWindows } from '@trailmark/core/attribution/windows';
import { CompiledQuery } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { dayOf } from '../../db/partitions.ts';
import { type PreparedStatement, planForValues, prepare } from '../../db/run-prepared.ts';
import type { ProjectConfig } from '../../pipeline/project-config.ts';
import { createLru } from '../../platform/lru.ts';
import {
  COMPARED_PER_ADDRESS,
  candidateStatement,
  isOldClick,
  LOOKUP_KEYS,
  type LookedUpBy,
  type LookupKey,
} from './candidate-statement.ts';
import type { TouchDetails } from './conversion.ts';

/** A key that a conversion is looked up by; `n` is the number of the conversion in its group. */
export interface CandidateLookup {
  n: number;
  key: LookupKey;
}

interface TouchRow {
  n: number;
  found_by: FoundBy;
  kind: 'click' | 'view';
  id: string;
  at: Date;
  link_id: string;
  campaign_id: string;
  network: string;
  platform: string | null;
  ip: string | null;
  advertising_id: string | null;
  os_version: string | null;
  model: string | null;
  language: string | null;
  ad_set: string | null;
  creative: string | null;
  owned_media: boolean | null;
  windows: Partial<AttributionWindows> | null;
  deep_link: string | null;
  /** JSON, read of the touch that wins alone. */
  params: string | null;
  used_by: string | null;
  same_device: number;
  same_ip: number;
  is_outlier: boolean;
  /** Of the address: how many clicks were read, the newest. */
  read_rows: number | null;
}

/** The day's statements, by what they look for: eleven at most, and those of yesterday. */
const statements = createLru<PreparedStatement<TouchRow>>(32);

function statementFor(now: Date, by: LookedUpBy): PreparedStatement<TouchRow> {
  const name = `${dayOf(now)} ${by.clickId} ${by.advertisingId} ${by.ip}`;
  const prepared = statements.get(name) ?? prepare<TouchRow>(candidateStatement(now, by));
  statements.set(name, prepared);
  return prepared;
}

async function findRows(
  tx: Tx,
  keys: LookupKey[],
  { projectId, now }: { projectId: string; now: Date },
): Promise<TouchRow[]> {
  const clicks = keys.flatMap(({ clicked_at }) => clicked_at ?? []);
  const isOld = clicks.some((at) => isOldClick(at, now));
  const by: LookedUpBy = {
    clickId: clicks.length === 0 ? null : isOld ? 'old' : 'recent',
    advertisingId: keys.some((key) => key.advertising_id !== null),
    ip: keys.some((key) => key.ip !== null),
  };
  if (!by.clickId && !by.advertisingId && !by.ip) return [];
  const values: unknown[] = [projectId, now, ...LOOKUP_KEYS.values(keys.map((key, n) => ({ n, ...key })))];
  if (by.clickId !== 'old') return await statementFor(now, by)(tx, values);
  // A plan that is kept would open the partitions of all days.
  await planForValues(tx);
  const times = clicks.map((at) => at.getTime());
  values.push(new Date(Math.min(...times)), new Date(Math.max(...times)));
  const { rows } = await tx.executeQuery<TouchRow>(CompiledQuery.raw(candidateStatement(now, by), values));
  return rows;
}

interface Context {
  project: ProjectConfig;
  isRelay(ip: string | null): boolean;
}

function asTouch(row: TouchRow, { project, isRelay }: Context): Touch {
  const { windows, networkWindows } = project.rules;
  return {
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    campaignId: row.campaign_id,
    linkId: row.link_id,
    network: row.network,
    adSet: row.ad_set,
    creative: row.creative,
    ownedMedia: row.owned_media ?? false,
    platform: (row.platform ?? 'other') as TouchPlatform,
    foundBy: [row.found_by],
    ip: row.ip,
    advertisingId: row.advertising_id,
    osVersion: row.os_version,
    model: row.model,
    language: row.language,
    isRelay: isRelay(row.ip),
    windows: resolveWindows(windows, networkWindows[row.network], row.windows ?? undefined),
    usedBy: row.used_by,
    sameDeviceTouches: row.same_device,
    sameIpTouches: row.same_ip,
    isForged: false,
    isOutlier: row.is_outlier,
  };
}

/** The touches of a conversion. */
export interface Candidates {
  touches: Touch[];
  /** Clicks of the same address, newest first: to be compared with the device. */
  nearby: Touch[];
  /** Whether the address had more clicks than those. */
  hasMoreNearby: boolean;
  /** By the id of the touch; of most there are none. */
  details: Map<string, TouchDetails>;
}

const noCandidates = (): Candidates => ({
  touches: [],
  nearby: [],
  hasMoreNearby: false,
  details: new Map(),
});

/** What one key finds is read once, however many conversions have that key. */
function distinctKeys(lookups: CandidateLookup[]): { keys: LookupKey[]; numbersOf: number[][] } {
  const indexes = new Map<string, number>();
  const keys: LookupKey[] = [];
  const numbersOf: number[][] = [];
  for (const { n, key } of lookups) {
    const text = [key.click_id, key.found_by, key.advertising_id, key.ip].join(' ');
    const index = indexes.get(text) ?? keys.push(key) - 1;
    indexes.set(text, index);
    const numbers = numbersOf[index] ?? [];
    numbersOf[index] = numbers;
    numbers.push(n);
  }
  return { keys, numbersOf };
}

function addDetails({ details }: Candidates, { id, deep_link, params }: TouchRow): void {
  if (deep_link !== null || params !== null) details.set(id, { deepLink: deep_link, params });
}

function addTouch(candidates: Candidates, row: TouchRow, touch: Touch): void {
  const { touches } = candidates;
  addDetails(candidates, row);
  const same = touches.find(({ id }) => id === row.id);
  if (!same) touches.push({ ...touch, foundBy: [row.found_by] });
  else if (!same.foundBy.includes(row.found_by)) same.foundBy.push(row.found_by);
}

/** What one key finds, for one project's settings. */
interface KeyResult {
  rows: TouchRow[];
  touches: Touch[];
}

function resultFor(rows: TouchRow[], context: Context): KeyResult {
  const newestFirst = [...rows].sort((one, other) => other.at.getTime() - one.at.getTime());
  return { rows: newestFirst, touches: newestFirst.map((row) => asTouch(row, context)) };
}

function addResult(candidates: Candidates, { rows, touches }: KeyResult): void {
  if (rows[0]?.found_by === 'ip') {
    candidates.nearby = touches;
    candidates.hasMoreNearby = (rows[0].read_rows ?? 0) > COMPARED_PER_ADDRESS;
    for (const row of rows) addDetails(candidates, row);
    return;
  }
  for (const [index, row] of rows.entries()) addTouch(candidates, row, touches[index] as Touch);
}

/**
 * Looks up the touches of many conversions at once. A touch that is found in several ways is one; clicks of the
 * address are one list for all conversions of that address, and belong to none of them yet.
 */
export async function findCandidates(
  tx: Tx,
  lookups: CandidateLookup[],
  { contextOf, ...at }: { projectId: string; now: Date; contextOf(n: number): Context },
): Promise<Map<number, Candidates>> {
  const { keys, numbersOf } = distinctKeys(lookups);
  const rowsOf: TouchRow[][] = keys.map(() => []);
  for (const row of await findRows(tx, keys, at)) rowsOf[row.n]?.push(row);
  const found = new Map<number, Candidates>();
  for (const [index, rows] of rowsOf.entries()) {
    if (rows.length === 0) continue;
    const results = new Map<ProjectConfig, KeyResult>();
    for (const n of numbersOf[index] ?? []) {
      const context = contextOf(n);
      const result = results.get(context.project) ?? resultFor(rows, context);
      results.set(context.project, result);
      const candidates = found.get(n) ?? noCandidates();
      found.set(n, candidates);
      addResult(candidates, result);
    }
  }
  return found;
}
