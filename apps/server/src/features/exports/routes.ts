import { exportCampaignCsv } from '@trailmark/contract/campaign-report';
import {
  createExportDownload,
  createExport as createExportRoute,
  createTableDownload,
  deleteExport as deleteExportRoute,
  download,
  type Export,
  listExports,
} from '@trailmark/contract/exports';
import { actorOf } from '../../access/caller.ts';
import { type HandledRoute, onProject, onPublic } from '../../http/handled.ts';
import { validate } from '../../http/mount.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { createExport } from './create-export.ts';
import { getMyExport, listMyExports } from './my-exports.ts';
import { redeemTicket, type TableCsv } from './redeem-ticket.ts';
import { deleteExport, type ExportRow } from './store.ts';
import { makeTicket } from './tickets.ts';

function presentExport(row: ExportRow): Export {
  return {
    export_id: row.id,
    kind: row.kind as Export['kind'],
    format: row.format as Export['format'],
    from: row.from_date,
    to: row.to_date,
    state: row.state as Export['state'],
    progress: Number(row.progress),
    rows: row.rows,
    bytes: row.bytes,
    problem: row.problem,
    requested_by: row.asked_by,
    requested_at: row.asked_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

const AHEAD = /prefetch|preview|prerender/i;

/** Asked for by a machine before anybody wants it. */
function isInAdvance({ headers }: { headers: Record<string, unknown> }): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose'].some((name) => AHEAD.test(String(headers[name] ?? '')));
}

/** The query of a table as it stands in an address, checked as that address would. */
function searchOf(projectId: string, given: Record<string, string>): string {
  if (given.project_id !== undefined && given.project_id.toLowerCase() !== projectId) {
    throw badField('query.project_id', 'is another project');
  }
  const query = { ...given, project_id: projectId };
  validate(exportCampaignCsv.query, query, 'query');
  return new URLSearchParams(query).toString();
}

const downloads = ({ tableCsv }: { tableCsv: TableCsv }): HandledRoute[] => [
  onProject(createExportDownload, async ({ kit, person, membership, body }) => {
    const { userId } = person;
    const row = await getMyExport(kit, { userId, membership }, body.export_id);
    if (row.state !== 'done') throw new AppError('conflict', 'This export is not ready yet.');
    const what = { kind: 'export', export_id: row.id } as const;
    return await makeTicket(kit, { projectId: row.project_id, userId, what });
  }),

  onProject(createTableDownload, async ({ kit, person, membership, body }) => {
    const { projectId } = membership;
    const what = { kind: 'table', search: searchOf(projectId, body.query) } as const;
    return await makeTicket(kit, { projectId, userId: person.userId, what });
  }),

  onPublic(download, async ({ kit, params, request }) => {
    if (isInAdvance(request)) {
      throw new AppError('conflict', 'This download link works once and is not for previews.');
    }
    return await redeemTicket(kit, { ticket: params.ticket, isLook: request.method === 'HEAD', tableCsv });
  }),
];

export const exportRoutes = (given: { tableCsv: TableCsv }): HandledRoute[] => [
  onProject(listExports, async ({ kit, person, membership }) => {
    const rows = await listMyExports(kit, { userId: person.userId, membership });
    return rows.map(presentExport);
  }),

  onProject(createExportRoute, async ({ kit, person, membership, client, body }) =>
    presentExport(await createExport(kit, { actor: actorOf(person, client), membership }, body)),
  ),

  onProject(deleteExportRoute, async ({ kit, person, membership, query }) => {
    const row = await getMyExport(kit, { userId: person.userId, membership }, query.export_id);
    await deleteExport(kit.db, { projectId: row.project_id, id: row.id });
    return { deleted: true };
  }),

  ...downloads(given),
];
