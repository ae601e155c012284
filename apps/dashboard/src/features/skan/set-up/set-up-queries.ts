import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@trailmark/contract/call';
import { getSkanSettings } from '@trailmark/contract/skan-postbacks';
import { call } from '../../../api/client.ts';
import { skanKey } from '../report/skan-query.ts';

export type SkanSetUp = Output<typeof getSkanSettings>;

export const settingsQuery = (project_id: string) =>
  queryOptions({
    queryKey: [...skanKey(project_id), 'settings'],
    queryFn: () => call(getSkanSettings, { query: { project_id } }),
  });
