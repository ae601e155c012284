import type { KeptRemoval, LedgerPayment, Removal } from '@trailmark/core/payments/ledger';
import type { PaymentStatus } from '@trailmark/core/payments/transition';
import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import { lockByName } from '../../db/lock-by-name.ts';
import type { Group } from '../group.ts';

/** A payment as it is stored. */
export interface PaymentRow extends LedgerPayment {
  installId: string;
  status: PaymentStatus | null;
  amount: string;
  currency: string;
  /** The event of its state; null until it has one. */
  eventId: string | null;
}

/** A removal with its two times: when it happened, and when it arrived. */
export interface StoredRemoval extends KeptRemoval {
  receivedAt: Date;
}

export type PaymentKey = Pick<PaymentRow, 'type' | 'paymentId'>;

const PAYMENT_KEYS = bulk<{ type: string; payment_id: string }>({ type: 'text', payment_id: 'text' });

const PAYMENTS = bulk<Record<string, unknown>>({
  type: 'text',
  payment_id: 'text',
  status: 'text',
  amount: 'numeric',
  currency: 'text',
  event_id: 'uuid',
  occurred_at: 'timestamptz',
  install_id: 'text',
  user_id: 'text',
});

const columnsOf = (payments: PaymentRow[]) =>
  PAYMENTS.rows(
    payments.map((one) => ({
      type: one.type,
      payment_id: one.paymentId,
      status: one.status,
      amount: one.amount,
      currency: one.currency,
      event_id: one.eventId,
      occurred_at: one.occurredAt,
      install_id: one.installId,
      user_id: one.userId,
    })),
  );

/**
 * Payments of a project are booked side by side, a removal goes alone: otherwise a removal and its payment could
 * each be stored without seeing the other.
 */
export async function lockProject(tx: Tx, projectId: string, hasRemoval: boolean): Promise<void> {
  await lockByName(tx, { projectId, name: 'payments', shared: !hasRemoval });
}

/** What the statements of a group are about. */
type Of = Pick<Group, 'projectId' | 'now'>;

/** Puts new payments there first, so that two processes cannot both make one. Gives those that are new. */
export async function insertPayments(
  tx: Tx,
  { projectId, now }: Of,
  payments: PaymentRow[],
): Promise<PaymentKey[]> {
  const inserted = await sql<PaymentKey>`
    insert into payments (project_id, type, payment_id, install_id, user_id, status, amount, currency,
      occurred_at, updated_at)
    select distinct on (type, payment_id) ${projectId}::uuid, type, payment_id, install_id, user_id,
      'PAYMENT_INITIATED', amount, currency, ${now}::timestamptz, ${now}::timestamptz
    from ${columnsOf(payments)}
    order by type, payment_id
    on conflict do nothing
    returning type, payment_id as "paymentId"`.execute(tx);
  return inserted.rows;
}

/** A removal by user takes back so many payments at most, the latest first: more, no person makes. */
const MAX_OF_USERS = 10_000;

/**
 * The payments that removals may mean: those with one of the ids, those of one of the users, and those without a
 * user on an install of one of the users.
 */
export async function findRemovable(tx: Tx, projectId: string, removals: Removal[]): Promise<PaymentKey[]> {
  const ids = removals.flatMap(({ paymentId }) => paymentId ?? []);
  const users = removals.flatMap(({ paymentId, userId }) => (paymentId === null ? (userId ?? []) : []));
  const { rows } = await sql<PaymentKey>`
    select p.type, p.payment_id as "paymentId" from payments p
    where p.project_id = ${projectId} and p.payment_id = any(${ids}::text[])
    union
    (select p.type, p.payment_id from payments p
    where p.project_id = ${projectId} and p.user_id = any(${users}::text[])
    order by p.occurred_at desc limit ${MAX_OF_USERS})
    union
    (select p.type, p.payment_id
    from person_installs l
    join payments p on p.project_id = ${projectId} and p.install_id = l.install_id and p.user_id is null
    where l.project_id = ${projectId} and l.user_id = any(${users}::text[])
    order by p.occurred_at desc limit ${MAX_OF_USERS})`.execute(tx);
  return rows;
}

/** Payments as they are, locked. One that was made before anybody signed in belongs to the first who did. */
export async function lockPayments(tx: Tx, projectId: string, keys: PaymentKey[]): Promise<PaymentRow[]> {
  const given = PAYMENT_KEYS.rows(keys.map(({ type, paymentId }) => ({ type, payment_id: paymentId })));
  const { rows } = await sql<PaymentRow>`
    select p.type, p.payment_id as "paymentId", p.install_id as "installId",
      coalesce(p.user_id, (select l.user_id from person_installs l
        where l.project_id = ${projectId} and l.install_id = p.install_id
        order by l.linked_at, l.user_id limit 1)) as "userId",
      p.status, p.amount, p.currency, p.event_id as "eventId", p.occurred_at as "occurredAt"
    from ${given}
    join payments p on p.project_id = ${projectId} and p.type = r.type and p.payment_id = r.payment_id
    order by p.type, p.payment_id
    for no key update of p`.execute(tx);
  return rows;
}

/** Writes payments as they have become. */
export async function updatePayments(tx: Tx, { projectId, now }: Of, payments: PaymentRow[]): Promise<void> {
  await sql`
    update payments p set status = r.status, amount = r.amount, currency = r.currency, event_id = r.event_id,
      occurred_at = r.occurred_at, install_id = r.install_id, user_id = coalesce(r.user_id, p.user_id),
      updated_at = ${now}::timestamptz
    from ${columnsOf(payments)}
    where p.project_id = ${projectId} and p.type = r.type and p.payment_id = r.payment_id`.execute(tx);
}

/** The removals that may mean payments with one of these ids, the first to arrive first. */
export async function listRemovals(
  tx: Tx,
  projectId: string,
  paymentIds: string[],
): Promise<StoredRemoval[]> {
  const { rows } = await sql<StoredRemoval>`
    select payment_id as "paymentId", nullif(user_id, '') as "userId", removed_at as at,
      received_at as "receivedAt", applied as "isApplied"
    from payment_removals
    where project_id = ${projectId} and payment_id = any(${paymentIds}::text[])
    order by received_at, payment_id, user_id`.execute(tx);
  return rows;
}

interface RemovalRow {
  payment_id: string | null;
  user_id: string;
  removed_at: Date;
  received_at: Date;
  applied: boolean;
}
const REMOVALS = bulk<RemovalRow>({
  payment_id: 'text',
  user_id: 'text',
  removed_at: 'timestamptz',
  received_at: 'timestamptz',
  applied: 'boolean',
});

/** Keeps removals for payments that may still arrive; of several equal ones the first. */
export async function upsertRemovals(tx: Tx, projectId: string, removals: StoredRemoval[]): Promise<void> {
  const rows = removals.map((one) => ({
    payment_id: one.paymentId,
    user_id: one.userId ?? '',
    removed_at: one.at,
    received_at: one.receivedAt,
    applied: one.isApplied,
  }));
  const names = sql.raw(REMOVALS.names);
  await sql`
    insert into payment_removals (project_id, ${names})
    select ${projectId}::uuid, ${names} from ${REMOVALS.rows(rows)}
    order by payment_id, user_id
    on conflict (project_id, payment_id, user_id) do update set applied = payment_removals.applied or excluded.applied`.execute(
    tx,
  );
}
