import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  listTools,
  previewBackfill,
  previewTool,
  type Tool,
  type ToolSettings,
} from '@trailmark/contract/analytics-tools';
import { call } from '../../api/client.ts';
import { connectionsKey, LOOK_EVERY_MS } from '../../project/connections-query.ts';

const BUSY_MS = 2000;

export function toolsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...connectionsKey(projectId), 'tools'],
    queryFn: async () => {
      const { connections } = await call(listTools, { query: { project_id: projectId } });
      return connections;
    },
    // A backfill is watched closely.
    refetchInterval: (query) =>
      query.state.data?.some(({ backfill }) => backfill?.state === 'running') ? BUSY_MS : LOOK_EVERY_MS,
  });
}

interface PreviewQuery {
  project_id: string;
  tool: Tool;
  settings: Partial<ToolSettings>;
}

/** What the last events would become; the old ones stay while the next are on their way. */
export function previewQuery({ project_id, tool, settings }: PreviewQuery) {
  return queryOptions({
    queryKey: [...connectionsKey(project_id), 'preview', tool, settings],
    queryFn: async () => {
      const { events } = await call(previewTool, { params: { tool }, body: { project_id, settings } });
      return events;
    },
    placeholderData: keepPreviousData,
  });
}

interface BackfillQuery {
  project_id: string;
  tool: Tool;
  from: string;
  to: string;
}

/** How many items a backfill of a period would send. */
export function backfillQuery({ tool, ...query }: BackfillQuery) {
  return queryOptions({
    queryKey: [...connectionsKey(query.project_id), 'backfill', tool, query.from, query.to],
    queryFn: () => call(previewBackfill, { params: { tool }, query }),
    placeholderData: keepPreviousData,
  });
}
