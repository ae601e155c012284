import { type createEventMap, MAX_EVENT_MAPS, type updateEventMap } from '@trailmark/contract/event-maps';
import type { NetworkKind } from '@trailmark/contract/network-accounts';
import { networkEventProblem } from '@trailmark/contract/network-event-names';
import type { z } from 'zod';
import type { AuditActor } from '../../access/caller.ts';
import { type AuditValues, differences, recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import { syncConnection } from '../../networks/sync-connection.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import {
  deleteRow,
  type EventMapRow,
  findRow,
  insertRow,
  listRows,
  lockAccount,
  updateRow,
} from './store.ts';

export interface Acting {
  projectId: string;
  actor: AuditActor;
}

const shown = (row: EventMapRow): AuditValues => ({
  event: row.event,
  network_event: row.network_event,
  value: JSON.stringify(row.value),
  installs: row.installs,
  times: row.times,
  consent: row.consent,
  active: row.active,
});

export const NO_MAP = 'We couldn’t find this event map.';

/** Refuses a second map for the same event, which would send it twice. */
async function checkFree(
  tx: Tx,
  { project_id: projectId, ad_network_id: adNetworkId, event, id }: EventMapRow,
) {
  const rows = await listRows(tx, { projectId, adNetworkId });
  const isTaken = rows.some((row) => row.event === event && row.id !== id);
  if (isTaken) throw badField('event', 'has an event map for this account already');
  return rows.length;
}

function checkNetworkEvent(kind: NetworkKind, name: string): void {
  const problem = networkEventProblem(kind, name);
  if (problem) throw badField('network_event', problem);
}

export async function addEventMap(
  kit: Kit,
  { projectId, actor }: Acting,
  given: z.output<(typeof createEventMap)['body']>,
): Promise<EventMapRow> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, { projectId, adNetworkId: given.ad_network_id });
    if (!account) throw badField('ad_network_id', 'is not an account of this project');
    checkNetworkEvent(account.kind, given.network_event);
    const row: EventMapRow = {
      ...given,
      id: newId(now),
      project_id: projectId,
      created_at: now,
      updated_at: now,
    };
    const count = await checkFree(tx, row);
    if (count >= MAX_EVENT_MAPS) {
      throw new AppError(
        'conflict',
        `An account has at most ${MAX_EVENT_MAPS} event maps. Remove one first.`,
      );
    }
    await insertRow(tx, row);
    await syncConnection(tx, kit, { projectId, adNetworkId: row.ad_network_id });
    const target = `${row.event} → ${account.name}`;
    await recordChange(tx, now, { projectId, actor, action: 'event_map.created', target, after: shown(row) });
    return row;
  });
}

export async function changeEventMap(
  kit: Kit,
  { projectId, actor }: Acting,
  { id, change }: { id: string; change: z.output<(typeof updateEventMap)['body']> },
): Promise<EventMapRow> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    const before = await findRow(tx, { projectId, id });
    if (!before) throw new AppError('not_found', NO_MAP);
    const account = await lockAccount(tx, { projectId, adNetworkId: before.ad_network_id });
    if (account && change.network_event) checkNetworkEvent(account.kind, change.network_event);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const after: EventMapRow = { ...before, ...given, updated_at: now };
    await checkFree(tx, after);
    await updateRow(tx, after);
    await syncConnection(tx, kit, { projectId, adNetworkId: after.ad_network_id });
    const changed = differences(shown(before), shown(after));
    const target = `${after.event} → ${account?.name ?? ''}`;
    if (changed)
      await recordChange(tx, now, { projectId, actor, action: 'event_map.updated', target, ...changed });
    return after;
  });
}

export async function removeEventMap(kit: Kit, { projectId, actor }: Acting, id: string): Promise<void> {
  await kit.db.transaction().execute(async (tx) => {
    const row = await findRow(tx, { projectId, id });
    if (!row) throw new AppError('not_found', NO_MAP);
    const account = await lockAccount(tx, { projectId, adNetworkId: row.ad_network_id });
    await deleteRow(tx, { projectId, id });
    await syncConnection(tx, kit, { projectId, adNetworkId: row.ad_network_id });
    const target = `${row.event} → ${account?.name ?? ''}`;
    const now = kit.clock.now();
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'event_map.deleted',
      target,
      before: shown(row),
    });
  });
}
