import { useMutation, useQueryClient } from '@tanstack/react-query';
import { syncTool, TOOLS, type Tool } from '@trailmark/contract/analytics-tools';
import type { Input } from '@trailmark/contract/call';
import { call } from '../../api/client.ts';
import { connectionsKey } from '../../project/connections-query.ts';
import { useProject } from '../../project/current-project.tsx';
import { toast } from '../../ui/toast-store.ts';
import { toolsQuery } from './tools-query.ts';

export type ToolAction = Omit<Input<typeof syncTool>['body'], 'project_id'>;

function doneWords(action: ToolAction['action'], label: string): string {
  const words: Record<ToolAction['action'], string> = {
    connect: `${label} is connected`,
    update: `${label} is changed`,
    pause: `${label} is paused`,
    resume: `${label} is active again`,
    disconnect: `${label} is disconnected`,
    backfill: `Backfill of ${label} started`,
    stop_backfill: `Backfill of ${label} stopped`,
  };
  return words[action];
}

/** Changes the connection to a tool; what fails is the caller's to show. */
export function useSyncTool(tool: Tool) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ToolAction) => call(syncTool, { params: { tool }, body: { project_id, ...body } }),
    onSuccess: ({ connection }, { action }) => {
      queryClient.setQueryData(toolsQuery(project_id).queryKey, (before) => {
        const others = before?.filter((one) => one.tool !== tool) ?? [];
        return connection ? [...others, connection] : others;
      });
      toast({ title: doneWords(action, TOOLS[tool].label) });
      void queryClient.invalidateQueries({ queryKey: connectionsKey(project_id) });
    },
  });
}
