import type { AttributionWindows } from '@trailmark/contract/windows';
import type { FoundBy, Touch, TouchPlatform } from '@trailmark/core/attribution/decision';
import { resolveWindows } from '@trailmark/core/attribution/windows';
import { CompiledQuery } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { dayOf } from '../../db/partitions.ts';
import type { ProjectConfig } from '../../pipeline/group.ts';
import { type Prepared, prepare } from '../../pipeline/run-prepared.ts';
import { candidateStatement, isOldClick, type LookedUpBy } from './candidate-statement.ts';

/** What touches are looked up by. `n` tells the conversions of a group apart; one may have several keys. */
export interface LookupKey {
  n: number;
  project_id: string;
  click_id: string | null;
  clicked_at: Date | null;
  link_id: string | null;
  found_by: FoundBy | null;
  advertising_id: string | null;
  ip: string | null;
}

interface TouchRow {
  n: number;
  found_by: FoundBy;
  kind: 'click' | 'view';
  project_id: string;
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
  used_by: string | null;
  same_device: number;
  same_ip: number;
  is_outlier: boolean;
}

/** The day's statements, by what they look for. */
const statements = new Map<string, Prepared<TouchRow>>();
const MOST_KEPT = 32;

function statementFor(now: Date, by: LookedUpBy): Prepared<TouchRow> {
  const name = `${dayOf(now)} ${by.clickId} ${by.advertisingId} ${by.ip}`;
  const known = statements.get(name);
  if (known) return known;
  if (statements.size >= MOST_KEPT) statements.clear();
  const made = prepare<TouchRow>(candidateStatement(now, by));
  statements.set(name, made);
  return made;
}

async function findRows(tx: Tx, keys: LookupKey[], now: Date): Promise<TouchRow[]> {
  const clicks = keys.flatMap(({ clicked_at }) => clicked_at ?? []);
  const isOld = clicks.some((at) => isOldClick(at, now));
  const by: LookedUpBy = {
    clickId: clicks.length === 0 ? null : isOld ? 'old' : 'recent',
    advertisingId: keys.some((key) => key.advertising_id !== null),
    ip: keys.some((key) => key.ip !== null),
  };
  if (!by.clickId && !by.advertisingId && !by.ip) return [];
  const values: unknown[] = [JSON.stringify(keys), now];
  if (by.clickId !== 'old') return await statementFor(now, by)(tx, values);
  // Planned anew each time: a plan that is kept would open the partitions of all days.
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

/** The touches of a conversion, and where the app shall lead whom each of them brought. */
export interface Candidates {
  touches: Touch[];
  deepLinks: Map<string, string>;
}

/** One that is found in several ways is one touch. */
export async function findCandidates(
  tx: Tx,
  keys: LookupKey[],
  { now, contextOf }: { now: Date; contextOf(n: number): Context },
): Promise<Map<number, Candidates>> {
  const found = new Map<number, Candidates>();
  for (const row of await findRows(tx, keys, now)) {
    const candidates: Candidates = found.get(row.n) ?? { touches: [], deepLinks: new Map() };
    found.set(row.n, candidates);
    const { touches, deepLinks } = candidates;
    const known = touches.find(({ id }) => id === row.id);
    if (!known) touches.push(asTouch(row, contextOf(row.n)));
    else if (!known.foundBy.includes(row.found_by)) known.foundBy.push(row.found_by);
    if (row.deep_link !== null) deepLinks.set(row.id, row.deep_link);
  }
  return found;
}
