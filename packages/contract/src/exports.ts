import { z } from 'zod';
import { Instant, ProjectId } from './fields.ts';
import { ReportFilter, withRange } from './report-filter.ts';
import { anyone, FileAnswer, inProject, route } from './route.ts';

export const EXPORT_KINDS = ['clicks', 'impressions', 'installs', 'events'] as const;
export const EXPORT_FORMATS = ['csv', 'parquet'] as const;
export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed'] as const;

/** Hours for which a finished file can be downloaded. */
export const EXPORT_HOURS = 48;
/** Seconds for which its download address works, once. */
export const DOWNLOAD_SECONDS = 60;

export const Export = z.object({
  export_id: z.uuid(),
  kind: z.enum(EXPORT_KINDS),
  format: z.enum(EXPORT_FORMATS),
  from: z.iso.date(),
  to: z.iso.date(),
  state: z.enum(EXPORT_STATES),
  /** Of 1. */
  progress: z.number(),
  rows: z.number(),
  bytes: z.number(),
  /** What went wrong, in words. */
  problem: z.string().nullable(),
  requested_by: z.string(),
  requested_at: Instant,
  finished_at: Instant.nullable(),
  expires_at: Instant.nullable(),
});
export type Export = z.infer<typeof Export>;

const tag = 'Exports';
const { compare: _, ...filter } = ReportFilter;

export const listExports = route({
  method: 'GET',
  path: '/project/exports',
  tag,
  summary: 'My raw data exports, newest first, until they expire',
  access: inProject('reports.export'),
  query: z.object({ project_id: ProjectId }),
  response: z.array(Export),
});

export const createExport = route({
  method: 'POST',
  path: '/project/export',
  tag,
  summary: 'Write clicks, impressions, installs or events of a range of days to a file',
  access: inProject('reports.export'),
  body: withRange({
    ...filter,
    kind: z.enum(EXPORT_KINDS, { error: 'is not a known kind' }),
    format: z.enum(EXPORT_FORMATS, { error: 'is csv or parquet' }),
  }),
  response: Export,
});

export const deleteExport = route({
  method: 'DELETE',
  path: '/project/export',
  tag,
  summary: 'Stop one of my exports, or delete its file',
  access: inProject('reports.export'),
  query: z.object({ project_id: ProjectId, export_id: z.uuid('is not an export id').toLowerCase() }),
  response: z.object({ deleted: z.boolean() }),
});

const Address = z.object({ url: z.string(), expires_at: Instant });

export const createExportDownload = route({
  method: 'POST',
  path: '/project/export/download',
  tag,
  summary: 'A download address of a finished export; it works once, within a minute',
  access: inProject('reports.export'),
  body: z.object({ project_id: ProjectId, export_id: z.uuid('is not an export id').toLowerCase() }),
  response: Address,
});

export const createTableDownload = route({
  method: 'POST',
  path: '/campaign/export-csv',
  tag,
  summary: 'A download address of the campaign table as CSV; it works once, within a minute',
  access: inProject('reports.export'),
  /** The query of GET /campaign/export-csv, as it is in a URL. */
  body: z.object({ project_id: ProjectId, query: z.record(z.string().max(40), z.string().max(20_000)) }),
  response: Address,
});

export const download = route({
  method: 'GET',
  path: '/download/:ticket',
  tag,
  summary: 'Download the file of a ticket, once',
  access: anyone,
  answers: 'file',
  params: z.object({ ticket: z.string().min(20, 'is not a ticket').max(100, 'is not a ticket') }),
  response: FileAnswer,
});
