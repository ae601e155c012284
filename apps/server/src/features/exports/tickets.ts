import { DOWNLOAD_SECONDS } from '@trailmark/contract/exports';
import { later, SECOND_MS } from '../../platform/clock.ts';
import { newToken } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { hashToken } from '../../platform/secrets.ts';

/** The file of a ticket: an export, or the campaign table for the query of an address. */
type TicketFor = { kind: 'export'; export_id: string } | { kind: 'table'; search: string };

interface Ticket {
  projectId: string;
  userId: string;
  what: TicketFor;
}

const hashOf = (ticket: string) => hashToken(ticket).toString('hex');

/** An address that works once and soon; only its hash is kept. */
export async function makeTicket(kit: Kit, { projectId, userId, what }: Ticket) {
  const ticket = newToken();
  const expiresAt = later(kit.clock.now(), DOWNLOAD_SECONDS * SECOND_MS);
  await kit.db
    .insertInto('download_tickets')
    .values({
      ticket_hash: hashOf(ticket),
      project_id: projectId,
      user_id: userId,
      what: JSON.stringify(what),
      expires_at: expiresAt,
    })
    .execute();
  return { url: `/api/download/${ticket}`, expires_at: expiresAt.toISOString() };
}

interface TicketRow {
  project_id: string;
  user_id: string;
  what: unknown;
}

function presentTicket(row: TicketRow | undefined): Ticket | null {
  if (!row) return null;
  return { projectId: row.project_id, userId: row.user_id, what: row.what as TicketFor };
}

/** Uses a ticket up; of two at the same moment, one gets it. */
export async function takeTicket({ db, clock }: Kit, ticket: string): Promise<Ticket | null> {
  const row = await db
    .deleteFrom('download_tickets')
    .where('ticket_hash', '=', hashOf(ticket))
    .where('expires_at', '>', clock.now())
    .returning(['project_id', 'user_id', 'what'])
    .executeTakeFirst();
  return presentTicket(row);
}

/** Looks at a ticket and leaves it as it is. */
export async function findTicket({ db, clock }: Kit, ticket: string): Promise<Ticket | null> {
  const row = await db
    .selectFrom('download_tickets')
    .select(['project_id', 'user_id', 'what'])
    .where('ticket_hash', '=', hashOf(ticket))
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return presentTicket(row);
}
