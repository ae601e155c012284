import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Output } from '@trailmark/contract/call';
import { getSkanGoogleStatus, getSkanMetaStatus } from '@trailmark/contract/skan-exports';
import { getSkanSettings, type SkanSettings, updateSkanSettings } from '@trailmark/contract/skan-postbacks';
import { getStats } from '@trailmark/contract/stats';
import { call } from '../../../api/client.ts';
import { useProject } from '../../../project/current-project.tsx';
import { addDays } from '../../../report/calendar-day.ts';
import { skanKey } from '../report/skan-query.ts';

export type SkanSetUp = Output<typeof getSkanSettings>;

/** How far back the SDK is looked for. */
export const SEEN_DAYS = 30;
const LOOK_EVERY_MS = 4000;

export function setUpQuery(projectId: string) {
  return queryOptions({
    queryKey: [...skanKey(projectId), 'settings'],
    queryFn: () => call(getSkanSettings, { query: { project_id: projectId } }),
  });
}

export function googleQuery(projectId: string, isOn: boolean) {
  return queryOptions({
    queryKey: [...skanKey(projectId), 'google'],
    queryFn: () => call(getSkanGoogleStatus, { query: { project_id: projectId } }),
    // While the worker uploads it.
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' && isOn ? LOOK_EVERY_MS : false),
  });
}

export function metaQuery(projectId: string) {
  return queryOptions({
    queryKey: [...skanKey(projectId), 'meta'],
    queryFn: () => call(getSkanMetaStatus, { query: { project_id: projectId } }),
  });
}

/** How many installs the SDK has reported from iOS lately. */
export function iosInstallsQuery(projectId: string, today: string) {
  const query = {
    project_id: projectId,
    from: addDays(today, 1 - SEEN_DAYS),
    to: today,
    metrics: 'installs',
  };
  return queryOptions({
    queryKey: [...skanKey(projectId), 'ios-installs', today],
    queryFn: async () => {
      const { by_platform } = await call(getStats, { query });
      return Number(by_platform.find(({ key }) => key === 'ios')?.values.installs ?? 0);
    },
  });
}

export function useChangeSettings() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<SkanSettings>) => call(updateSkanSettings, { query: { project_id }, body }),
    onSuccess: (setUp) => queryClient.setQueryData(setUpQuery(project_id).queryKey, setUp),
    // Reports read source identifiers by them.
    onSettled: () => queryClient.invalidateQueries({ queryKey: skanKey(project_id) }),
  });
}
