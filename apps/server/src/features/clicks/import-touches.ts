import { readAgent } from '@trailmark/core/links/visitor';
import type { NodeOf } from '../../db/connection.ts';
import type { Partitions } from '../../db/partitions.ts';
import type { PastTouch } from '../../pipeline/past-touch.ts';
import { namedId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { deviceKey } from './device-key.ts';
import { recordClicks, recordViews } from './record-touches.ts';
import type { Click, View } from './touch.ts';

const AT_ONCE = 1000;
const MAX_AGENT = 400;

function rowOf({ secrets, geo }: Pick<Kit, 'secrets' | 'geo'>, touch: PastTouch) {
  const { projectId, at, ip, advertisingId, userAgent } = touch;
  const id = namedId(at, `${projectId}\n${touch.name}`);
  const agent = userAgent === null ? null : readAgent(userAgent);
  const salt = secrets.macKey('devices').toString('hex');
  // Nothing tells whose it was: then it is somebody else's than all others.
  const isNobodys = advertisingId === null && ip === null && userAgent === null;
  return {
    project_id: projectId,
    id,
    link_id: touch.linkId,
    campaign_id: touch.campaignId,
    network: touch.network,
    platform: touch.platform ?? agent?.platform ?? 'other',
    country: touch.country ?? geo.countryOf(ip),
    device_key: deviceKey(salt, { advertisingId, ip: isNobodys ? id : ip, userAgent: userAgent ?? '' }),
    ip,
    user_agent: userAgent?.slice(0, MAX_AGENT) ?? null,
    advertising_id: advertisingId,
    params: null,
    imported: true,
    agent,
  };
}

type ImportKit = Pick<Kit, 'secrets' | 'geo'>;

function clickOf(kit: ImportKit, touch: PastTouch): Click {
  const { agent, ...row } = rowOf(kit, touch);
  return {
    ...row,
    clicked_at: touch.at.toISOString(),
    os_version: agent?.osVersion ?? null,
    model: agent?.model ?? null,
    language: null,
    click_ids: null,
    outcome: 'imported',
  };
}

function viewOf(kit: ImportKit, touch: PastTouch): View {
  const { agent: _, ...row } = rowOf(kit, touch);
  return { ...row, viewed_at: touch.at.toISOString() };
}

const dayOfText = (at: string) => at.slice(0, 10);
const byTime = (one: PastTouch, other: PastTouch) => one.at.getTime() - other.at.getTime();

function partsOf<Row>(rows: Row[]): Row[][] {
  const count = Math.ceil(rows.length / AT_ONCE);
  return Array.from({ length: count }, (_, at) => rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE));
}

interface Needs {
  connection: NodeOf<'pool'>;
  partitions: Partitions;
}

/** Stores touches of the past; one that is stored already changes nothing. */
export function createTouchImport(kit: ImportKit, needs: Needs) {
  const { partitions } = needs;
  return {
    async clicks(touches: PastTouch[]): Promise<void> {
      const rows = touches.toSorted(byTime).map((touch) => clickOf(kit, touch));
      // Made here, where years of them may take their time: the statement itself has little.
      await partitions.ensure('clicks', new Set(rows.map((row) => dayOfText(row.clicked_at))));
      for (const part of partsOf(rows)) await recordClicks(needs, part);
    },
    async views(touches: PastTouch[]): Promise<void> {
      const rows = touches.toSorted(byTime).map((touch) => viewOf(kit, touch));
      await partitions.ensure('impressions', new Set(rows.map((row) => dayOfText(row.viewed_at))));
      for (const part of partsOf(rows)) await recordViews(needs, part);
    },
  };
}
