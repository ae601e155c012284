import type { Membership } from '../../access/caller.ts';
import { type CampaignScope, campaignScope } from '../../access/campaign-scope.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { type ExportRow, filterOf, findExport, listExportRows } from './store.ts';

/** A person, and their membership of the project now. */
export interface ExportReader {
  userId: string;
  membership: Membership;
}

/** Whether all that existed for somebody then still does: a file is not unwritten when a campaign is taken away. */
function covers(now: CampaignScope, then: CampaignScope): boolean {
  if (now.all) return true;
  return !then.all && then.campaigns.every((id) => now.campaigns.includes(id));
}

const maySee = (row: ExportRow, { membership }: ExportReader) =>
  covers(campaignScope(membership), filterOf(row).scope);

export async function listMyExports(kit: Kit, reader: ExportReader): Promise<ExportRow[]> {
  const of = { projectId: reader.membership.projectId, userId: reader.userId };
  const rows = await listExportRows(kit.db, kit.clock.now(), of);
  return rows.filter((row) => maySee(row, reader));
}

/** An export of somebody's own; for them, there are no others. */
export async function getMyExport(kit: Kit, reader: ExportReader, id: string): Promise<ExportRow> {
  const row = await findExport(kit.db, { projectId: reader.membership.projectId, id });
  const isMine = row !== undefined && row.user_id === reader.userId && maySee(row, reader);
  const isOver = row?.expires_at && row.expires_at <= kit.clock.now();
  if (!isMine || isOver) throw new AppError('not_found', 'We couldn’t find this export.');
  return row;
}
