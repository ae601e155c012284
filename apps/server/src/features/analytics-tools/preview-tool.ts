import { TOOLS, type Tool, type ToolSettings } from '@trailmark/contract/analytics-tools';
import { blackOut } from '../../connections/black-out.ts';
import { listConnections } from '../../connections/connection.ts';
import { type Credentials, destinationOf, mapEvent } from '../../connections/destination-of.ts';
import { readLatest } from '../../connections/read-sources.ts';
import type { Kit } from '../../platform/kit.ts';

const PREVIEWED = 20;

/** Shown in place of credentials, which nobody may see. */
const placeholders = (tool: Tool): Credentials =>
  Object.fromEntries(Object.keys(TOOLS[tool].credentials).map((name) => [name, `your ${name}`]));

/** What the latest events would become, with the settings of the connection and those that are given. */
export async function previewTool(
  { db, clock, env }: Kit,
  { projectId, tool, settings }: { projectId: string; tool: Tool; settings: Partial<ToolSettings> },
) {
  const now = clock.now();
  const row = (await listConnections(db, projectId)).find(({ kind }) => kind === tool);
  const region = Object.keys(TOOLS[tool].regions)[0] ?? '';
  const open = destinationOf(tool, {
    now,
    versions: env.networkVersions,
    credentials: placeholders(tool),
    settings: {
      region,
      host: null,
      events: null,
      event_names: {},
      property_names: {},
      ...((row?.settings as ToolSettings | undefined) ?? {}),
      ...settings,
    },
  });
  const latest = await readLatest(db, { projectId, now, limit: PREVIEWED });
  return latest.flatMap(({ event }) => {
    if (!event) return [];
    const mapped = mapEvent(open, event, now);
    const { name, kind, occurredAt, installId } = event;
    return {
      name,
      kind,
      occurred_at: occurredAt.toISOString(),
      install_id: installId,
      payload: 'send' in mapped ? JSON.parse(blackOut(JSON.stringify(mapped.send), open.secrets)) : null,
      skipped: 'skip' in mapped ? mapped.skip : null,
    };
  });
}
