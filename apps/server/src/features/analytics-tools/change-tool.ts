import { type syncTool, TOOLS, type Tool, type ToolSettings } from '@trailmark/contract/analytics-tools';
import type { AuditAction } from '@trailmark/contract/audit-log';
import type { z } from 'zod';
import type { AuditActor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import { startBackfill, stopBackfill } from '../../connections/backfill-store.ts';
import {
  type ConnectionRow,
  insertConnection,
  listConnections,
  lockConnections,
  removeConnection,
  setState,
  updateConnection,
} from '../../connections/connection.ts';
import { type Credentials, findCredentials, sealCredentials } from '../../connections/destination-of.ts';
import { announce } from '../../db/changes.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { checkCredentials, checkFields } from './check-tool.ts';

export type ToolChange = z.output<(typeof syncTool)['body']>;

interface Acting {
  projectId: string;
  actor: AuditActor;
}

const ALL_EVENTS: Omit<ToolSettings, 'region'> = {
  host: null,
  events: null,
  event_names: {},
  property_names: {},
};
const HINT_CHARACTERS = 4;

/** The ends of credentials, by which a person recognises them; of short ones less. */
const hintsOf = (credentials: Credentials) =>
  Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [
      name,
      value.slice(-Math.min(HINT_CHARACTERS, Math.floor(value.length / 3)) || value.length),
    ]),
  );

async function findTool(kit: Kit, projectId: string, tool: Tool): Promise<ConnectionRow | undefined> {
  return (await listConnections(kit.db, projectId)).find(({ kind }) => kind === tool);
}

async function lockTool(tx: Tx, projectId: string, tool: Tool): Promise<ConnectionRow | undefined> {
  return (await lockConnections(tx, projectId)).find(({ kind }) => kind === tool);
}

/** What was given, on top of what is there; checked, and asked of the tool where that could have changed. */
async function settle(
  kit: Kit,
  tool: Tool,
  { row, change }: { row: ConnectionRow | undefined; change: ToolChange },
) {
  const before = row ? (row.settings as ToolSettings) : null;
  const region = change.settings?.region ?? before?.region;
  if (region === undefined) throw badField('settings.region', 'is required');
  const settings: ToolSettings = { ...ALL_EVENTS, ...before, ...change.settings, region };
  const known = row ? findCredentials(kit.secrets, row.sealed_credentials) : null;
  const credentials = { ...known, ...change.credentials };
  checkFields(kit, tool, { settings, credentials });
  const isAnother =
    !before || change.credentials || settings.region !== before.region || settings.host !== before.host;
  if (isAnother || change.action === 'connect') await checkCredentials(kit, tool, { settings, credentials });
  return { settings, credentials };
}

const describe = ({ region, host, events }: ToolSettings) => ({
  region,
  host,
  events: events ? events.join(', ') : 'all',
});

/** Connects a tool, or changes how it is connected; a tool that needed attention is active again. */
async function saveTool(
  kit: Kit,
  { projectId, actor }: Acting,
  tool: Tool,
  change: ToolChange,
): Promise<void> {
  const found = await findTool(kit, projectId, tool);
  if (!found && change.action === 'update') throw notConnected(tool);
  // The tool is asked before the transaction: nobody waits for it with a lock.
  const { settings, credentials } = await settle(kit, tool, { row: found, change });
  const now = kit.clock.now();
  const stored = {
    settings,
    sealed_credentials: sealCredentials(kit.secrets, credentials),
    credential_hints: hintsOf(credentials),
  };
  await kit.db.transaction().execute(async (tx) => {
    const row = await lockTool(tx, projectId, tool);
    const { label } = TOOLS[tool];
    if (row?.connection_id !== found?.connection_id) {
      throw new AppError('conflict', `Someone else changed ${label} at the same time. Reload and try again.`);
    }
    const key = { projectId, connectionId: row?.connection_id ?? newId(now) };
    if (row) await updateConnection(tx, now, { ...key, ...stored });
    else {
      const ids = { project_id: projectId, connection_id: key.connectionId };
      await insertConnection(tx, now, { ...ids, kind: tool, name: label, ...stored });
    }
    if (row && (change.action === 'connect' || (row.state === 'attention' && change.credentials))) {
      await setState(tx, now, { ...key, state: 'active', reason: null });
    }
    await recordChange(tx, now, {
      projectId,
      actor,
      action: row ? 'tool.updated' : 'tool.connected',
      target: label,
      before: row ? describe(row.settings as ToolSettings) : null,
      after: { ...describe(settings), ...(change.credentials ? { credentials: 'replaced' } : {}) },
    });
    await announce(tx, { kind: 'project', projectId });
  });
}

const notConnected = (tool: Tool) => new AppError('not_found', `${TOOLS[tool].label} is not connected.`);

const ACTIONS: Record<string, AuditAction> = {
  pause: 'tool.paused',
  resume: 'tool.resumed',
  disconnect: 'tool.disconnected',
  backfill: 'tool.backfill_started',
  stop_backfill: 'tool.backfill_stopped',
};

async function act(
  tx: Tx,
  now: Date,
  { row, change }: { row: ConnectionRow; change: ToolChange },
): Promise<void> {
  const key = { projectId: row.project_id, connectionId: row.connection_id };
  switch (change.action) {
    case 'pause':
      return await setState(tx, now, { ...key, state: 'paused', reason: null });
    case 'resume':
      return await setState(tx, now, { ...key, state: 'active', reason: null });
    case 'disconnect':
      await stopBackfill(tx, now, key);
      return await removeConnection(tx, now, key);
    case 'backfill':
      return await startBackfill(tx, now, {
        ...key,
        from: new Date(change.from ?? now),
        to: new Date(change.to ?? now),
      });
    case 'stop_backfill':
      return await stopBackfill(tx, now, key);
    default:
      throw new Error(`${change.action} is done elsewhere.`);
  }
}

/** Does what was asked for with a tool. */
export async function changeTool(kit: Kit, acting: Acting, tool: Tool, change: ToolChange): Promise<void> {
  if (change.action === 'connect' || change.action === 'update') {
    return await saveTool(kit, acting, tool, change);
  }
  const { projectId, actor } = acting;
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const row = await lockTool(tx, projectId, tool);
    if (!row) throw notConnected(tool);
    await act(tx, now, { row, change });
    const action = ACTIONS[change.action] ?? 'tool.updated';
    const after = change.action === 'backfill' ? { from: change.from ?? null, to: change.to ?? null } : null;
    await recordChange(tx, now, { projectId, actor, action, target: TOOLS[tool].label, after });
    await announce(tx, { kind: 'project', projectId });
  });
}
