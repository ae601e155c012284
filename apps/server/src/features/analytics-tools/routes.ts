import {
  listTools,
  previewBackfill,
  previewTool as previewToolRoute,
  syncTool,
  TOOLS,
  type Tool,
  type ToolConnection,
} from '@trailmark/contract/analytics-tools';
import { actorOf } from '../../access/caller.ts';
import { spend } from '../../access/rate-limit.ts';
import { countItems, listBackfills } from '../../connections/backfill-store.ts';
import { listConnections } from '../../connections/connection.ts';
import { isTool } from '../../connections/destination-of.ts';
import { readHealth } from '../../connections/read-health.ts';
import { type HandledRoute, onProject } from '../../http/handled.ts';
import { AppError } from '../../platform/app-error.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { changeTool } from './change-tool.ts';
import { presentTool } from './present.ts';
import { previewTool } from './preview-tool.ts';

async function listToolConnections({ db, clock }: Kit, projectId: string): Promise<ToolConnection[]> {
  const rows = (await listConnections(db, projectId)).filter(({ kind }) => isTool(kind));
  const health = await readHealth(db, rows, { projectId, now: clock.now() });
  const backfills = await listBackfills(db, projectId);
  return rows.flatMap((row, n) => {
    const own = health[n];
    const backfill = backfills.find(({ connection_id }) => connection_id === row.connection_id);
    return own ? [presentTool(row, { health: own, backfill })] : [];
  });
}

async function getConnection(kit: Kit, projectId: string, tool: Tool) {
  const row = (await listConnections(kit.db, projectId)).find(({ kind }) => kind === tool);
  if (!row) throw new AppError('not_found', `${TOOLS[tool].label} is not connected.`);
  return row;
}

export const routes: HandledRoute[] = [
  onProject(listTools, async ({ kit, membership: { projectId } }) => ({
    connections: await listToolConnections(kit, projectId),
  })),

  onProject(syncTool, async ({ kit, person, client, membership: { projectId }, params, body }) => {
    // Credentials are tried with the tool: nobody guesses them through us.
    const bucket = `integration-sync:${projectId}`;
    await spend(kit.db, kit.clock.now(), [{ bucket, max: 60, perMs: MINUTE_MS }]);
    await changeTool(kit, { projectId, actor: actorOf(person, client) }, params.tool, body);
    const connections = await listToolConnections(kit, projectId);
    return { connection: connections.find(({ tool }) => tool === params.tool) ?? null };
  }),

  onProject(previewToolRoute, async ({ kit, membership: { projectId }, params, body }) => ({
    events: await previewTool(kit, { projectId, tool: params.tool, settings: body.settings }),
  })),

  onProject(previewBackfill, async ({ kit, membership: { projectId }, params, query }) => {
    const { connection_id: connectionId } = await getConnection(kit, projectId, params.tool);
    const span = { projectId, connectionId, from: new Date(query.from), to: new Date(query.to) };
    const { items, planned } = await countItems(kit.db, span);
    return { items: Math.max(0, items - planned), already_sent: planned };
  }),
];
