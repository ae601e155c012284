import { exportCampaignCsv } from '@trailmark/contract/campaign-report';
import { may } from '@trailmark/contract/permissions';
import type { FileAnswer } from '@trailmark/contract/route';
import type { z } from 'zod';
import type { Membership } from '../../access/caller.ts';
import { findMembership } from '../../access/membership.ts';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { type ExportFormat, FORMATS } from './formats.ts';
import { getMyExport } from './my-exports.ts';
import { type ExportKey, readChunk } from './store.ts';
import { findTicket, takeTicket } from './tickets.ts';

type TableQuery = z.output<typeof exportCampaignCsv.query>;

/** The campaign table as a file, of what exists for the member when it is read. */
export type TableCsv = (kit: Kit, membership: Membership, query: TableQuery) => Promise<FileAnswer>;

const noTicket = () =>
  new AppError('not_found', 'This download link works once, for a minute. Request the file again.');

/** A file from its first chunk to its last; if some are removed meanwhile, it breaks off rather than ends. */
async function* chunks(db: Db, key: ExportKey, bytes: number): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let number = 0; sent < bytes; number += 1) {
    const chunk = await readChunk(db, key, number);
    if (!chunk) throw new Error('An export was removed while it was sent.');
    yield chunk;
    sent += chunk.length;
  }
}

async function exportFile(kit: Kit, reader: { userId: string; membership: Membership }, id: string) {
  const row = await getMyExport(kit, reader, id);
  if (row.state !== 'done') throw noTicket();
  const file: FileAnswer = {
    contentType: FORMATS[row.format as ExportFormat].contentType,
    filename: `${row.kind}-${row.from_date}-${row.to_date}.${row.format}`,
    body: chunks(kit.db, { projectId: row.project_id, id: row.id }, row.bytes),
    attachment: true,
    bytes: row.bytes,
  };
  return file;
}

/** The query of an address, as the table wants it. */
function readTableQuery(search: string): z.ZodSafeParseResult<TableQuery> {
  return exportCampaignCsv.query.safeParse(Object.fromEntries(new URLSearchParams(search)));
}

interface Redemption {
  ticket: string;
  /** Somebody only wants to know what is there: the ticket stays good. */
  isLook: boolean;
  tableCsv: TableCsv;
}

/** The file that a ticket was made for, if its owner may still have it. */
export async function redeemTicket(kit: Kit, { ticket, isLook, tableCsv }: Redemption): Promise<FileAnswer> {
  const found = isLook ? await findTicket(kit, ticket) : await takeTicket(kit, ticket);
  if (!found) throw noTicket();
  const { userId, projectId, what } = found;
  const member = await findMembership(kit.db, userId, projectId);
  if (!member || member.isDeleted || !may(member.membership.role, 'reports.export')) throw noTicket();
  const { membership } = member;
  if (what.kind === 'export') return await exportFile(kit, { userId, membership }, what.export_id);
  const query = readTableQuery(what.search);
  if (!query.success) throw noTicket();
  return { ...(await tableCsv(kit, membership, query.data)), attachment: true };
}
