import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Output } from '@trailmark/contract/call';
import { getSkanBackTest } from '@trailmark/contract/skan-back-test';
import { getSkanSchema, listSkanEvents, previewSkanSchema } from '@trailmark/contract/skan-schema';
import { call } from '../../../api/client.ts';
import { skanKey } from '../report/skan-query.ts';
import type { SchemaForm } from './schema-form.ts';

export const mappingQuery = (project_id: string) =>
  queryOptions({
    queryKey: [...skanKey(project_id), 'mapping'],
    queryFn: () => call(getSkanSchema, { query: { project_id } }),
  });

export const skanEventsQuery = (project_id: string) =>
  queryOptions({
    queryKey: [...skanKey(project_id), 'events'],
    queryFn: async () => (await call(listSkanEvents, { query: { project_id } })).events,
  });

export type SchemaPreview = Output<typeof previewSkanSchema>;

/** What somebody did, for the simulator. */
export interface SkanPathInput {
  events: { name: string; count: number }[];
  day: number;
  revenue: string;
}

/** What the form would make; asked again whenever it changes. */
export const previewQuery = (project_id: string, form: SchemaForm) =>
  queryOptions({
    queryKey: [...skanKey(project_id), 'preview', form],
    queryFn: () => call(previewSkanSchema, { query: { project_id }, body: form }),
    placeholderData: keepPreviousData<SchemaPreview>,
    enabled: form.bases.length > 0,
    retry: false,
  });

/** The value of a path in what the form has made; null: it has made nothing yet. */
export const reachedQuery = (project_id: string, form: SchemaForm | null, path: SkanPathInput) =>
  queryOptions({
    queryKey: [...skanKey(project_id), 'reached', form, path],
    queryFn: async () => {
      const body = { ...(form as SchemaForm), path };
      return (await call(previewSkanSchema, { query: { project_id }, body })).reached;
    },
    placeholderData: keepPreviousData<SchemaPreview['reached']>,
    enabled: form !== null,
    retry: false,
  });

const RUNNING_MS = 1000;

export const backTestQuery = (project_id: string) =>
  queryOptions({
    queryKey: [...skanKey(project_id), 'back-test'],
    queryFn: async () => (await call(getSkanBackTest, { query: { project_id } })).back_test,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting' || data?.state === 'running' ? RUNNING_MS : false,
  });
