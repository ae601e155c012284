import { getLive, type LiveItem } from '@trailmark/contract/live';
import { type CampaignScope, campaignScope, isInScope } from '../../access/campaign-scope.ts';
import { type EventStream, type HandledRoute, onEvents } from '../../http/handled.ts';
import { DAY_MS, later } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { type Device, findDevice } from './find-device.ts';
import { createLiveHub, type LiveHub } from './hub.ts';
import { type LiveRow, readLatest } from './read-rows.ts';

/** What there is when somebody comes. */
const FIRST_ITEMS = 50;
const FIRST_DAYS = 30;

interface LiveFilter {
  projectId: string;
  scope: CampaignScope;
  kinds: LiveItem['kind'][] | undefined;
  device: Device | undefined;
}

/** A guest learns who uses a device only from what is credited to their campaigns. */
function asSeenBy(scope: CampaignScope, row: LiveRow): LiveRow {
  const { item, keys, ownUserId } = row;
  if (scope.all || item.user_id === ownUserId) return row;
  const hiddenKey = item.user_id?.toLowerCase();
  return {
    ...row,
    item: { ...item, user_id: ownUserId },
    keys: keys.filter((key) => key !== hiddenKey || key === ownUserId?.toLowerCase()),
  };
}

function fits({ scope, kinds, device }: LiveFilter, { item, keys }: LiveRow): boolean {
  if (!isInScope(scope, item.campaign_id)) return false;
  if (kinds && !kinds.includes(item.kind)) return false;
  if (!device) return true;
  const ids = [...device.installIds, ...device.advertisingIds].map((id) => id.toLowerCase());
  return keys.some((key) => ids.includes(key));
}

/** Sends the latest rows, then new ones; what comes while the latest are read waits for its turn. */
async function stream(
  kit: Kit,
  hub: LiveHub,
  { filter, to }: { filter: LiveFilter; to: EventStream<LiveItem> },
) {
  let waiting: LiveRow[] | null = [];
  // A look may find what was there when the first was read: it is sent once.
  let sent = new Set<string>();
  const send = (rows: LiveRow[]) => {
    for (const row of rows.map((one) => asSeenBy(filter.scope, one))) {
      if (!sent.has(row.item.id) && fits(filter, row)) to.send(row.item);
    }
  };
  const leave = await hub.watch(filter.projectId, (rows) => {
    if (waiting) waiting.push(...rows);
    else send(rows);
  });
  to.signal.addEventListener('abort', leave);
  if (to.signal.aborted) return leave();
  const latest = await readLatest(kit.db, {
    ...filter,
    of: filter.device,
    since: later(kit.clock.now(), -FIRST_DAYS * DAY_MS),
    limit: FIRST_ITEMS,
  });
  send(latest.slice(-FIRST_ITEMS));
  sent = new Set(latest.map(({ item }) => item.id));
  send(waiting);
  waiting = null;
}

/** What is stored, as it is stored. */
export function createLive(kit: Kit): { routes: HandledRoute[]; stop(): Promise<void> } {
  const hub = createLiveHub(kit);
  const live = onEvents(getLive, async ({ membership, query }, to) => {
    const { projectId } = membership;
    const reader = { projectId, scope: campaignScope(membership) };
    const device = query.of ? await findDevice(kit.db, reader, query.of) : undefined;
    const kinds = query.kinds && query.kinds.length > 0 ? query.kinds : undefined;
    await stream(kit, hub, { filter: { ...reader, kinds, device }, to });
  });
  return { routes: [live], stop: hub.stop };
}
