import type { KeptRemoval, LedgerPayment, Removal } from '@trailmark/core/payments/ledger';
import type { PaymentStatus } from '@trailmark/core/payments/transition';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

/** A payment as it is stored. */
export interface PaymentRow extends LedgerPayment {
  projectId: string;
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

export type PaymentKey = Pick<PaymentRow, 'projectId' | 'type' | 'paymentId'>;

const asKeys = (keys: PaymentKey[]) =>
  JSON.stringify(keys.map(({ projectId, type, paymentId }) => ({ a: projectId, b: type, c: paymentId })));

/**
 * Payments of a project are booked side by side, a removal goes alone: otherwise a removal and its payment could
 * each be stored without seeing the other. Projects come in order, so that nobody waits in a ring.
 */
export async function lockProjects(
  tx: Tx,
  projects: { projectId: string; hasRemoval: boolean }[],
): Promise<void> {
  await sql`
    select case when r.b then pg_advisory_xact_lock(hashtextextended('payments ' || r.a, 0))
      else pg_advisory_xact_lock_shared(hashtextextended('payments ' || r.a, 0)) end
    from (select * from json_to_recordset(${JSON.stringify(
      projects.map(({ projectId, hasRemoval }) => ({ a: projectId, b: hasRemoval })),
    )}::json) as r (a text, b boolean) order by a) r`.execute(tx);
}

/** Puts new payments there first, so that two processes cannot both make one. Gives those that are new. */
export async function insertPayments(tx: Tx, now: Date, payments: PaymentRow[]): Promise<PaymentKey[]> {
  const rows = payments.map((one) => ({
    a: one.projectId,
    b: one.type,
    c: one.paymentId,
    d: one.installId,
    e: one.userId,
    f: one.amount,
    g: one.currency,
  }));
  const inserted = await sql<PaymentKey>`
    insert into payments (project_id, type, payment_id, install_id, user_id, status, amount, currency,
      occurred_at, updated_at)
    select distinct on (a, b, c) a, b, c, d, e, 'PAYMENT_INITIATED', f, g, ${now}::timestamptz,
      ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b text, c text, d text, e text,
      f numeric, g text)
    order by a, b, c
    on conflict do nothing
    returning project_id as "projectId", type, payment_id as "paymentId"`.execute(tx);
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
    select p.project_id as "projectId", p.type, p.payment_id as "paymentId" from payments p
    where p.project_id = ${projectId} and p.payment_id = any(${ids}::text[])
    union
    (select p.project_id, p.type, p.payment_id from payments p
    where p.project_id = ${projectId} and p.user_id = any(${users}::text[])
    order by p.occurred_at desc limit ${MAX_OF_USERS})
    union
    (select p.project_id, p.type, p.payment_id
    from person_installs l
    join payments p on p.project_id = l.project_id and p.install_id = l.install_id and p.user_id is null
    where l.project_id = ${projectId} and l.user_id = any(${users}::text[])
    order by p.occurred_at desc limit ${MAX_OF_USERS})`.execute(tx);
  return rows;
}

/** Payments as they are, locked. One that was made before anybody signed in belongs to the first who did. */
export async function lockPayments(tx: Tx, keys: PaymentKey[]): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.project_id as "projectId", p.type, p.payment_id as "paymentId", p.install_id as "installId",
      coalesce(p.user_id, (select l.user_id from person_installs l
        where l.project_id = p.project_id and l.install_id = p.install_id
        order by l.linked_at, l.user_id limit 1)) as "userId",
      p.status, p.amount, p.currency, p.event_id as "eventId", p.occurred_at as "occurredAt"
    from json_to_recordset(${asKeys(keys)}::json) as r (a uuid, b text, c text)
    join payments p on p.project_id = r.a and p.type = r.b and p.payment_id = r.c
    order by p.project_id, p.type, p.payment_id
    for no key update of p`.execute(tx);
  return rows;
}

/** Writes payments as they have become. */
export async function updatePayments(tx: Tx, now: Date, payments: PaymentRow[]): Promise<void> {
  const rows = payments.map((one) => ({
    a: one.projectId,
    b: one.type,
    c: one.paymentId,
    d: one.status,
    e: one.amount,
    f: one.currency,
    g: one.eventId,
    h: one.occurredAt,
    i: one.installId,
    j: one.userId,
  }));
  await sql`
    update payments p set status = r.d, amount = r.e, currency = r.f, event_id = r.g, occurred_at = r.h,
      install_id = r.i, user_id = coalesce(r.j, p.user_id), updated_at = ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b text, c text, d text, e numeric,
      f text, g uuid, h timestamptz, i text, j text)
    where p.project_id = r.a and p.type = r.b and p.payment_id = r.c`.execute(tx);
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

/** Keeps removals for payments that may still arrive; of several equal ones the first. */
export async function upsertRemovals(tx: Tx, projectId: string, removals: StoredRemoval[]): Promise<void> {
  const rows = removals.map((one) => ({
    a: one.paymentId,
    b: one.userId ?? '',
    c: one.at,
    d: one.receivedAt,
    e: one.isApplied,
  }));
  await sql`
    insert into payment_removals (project_id, payment_id, user_id, removed_at, received_at, applied)
    select ${projectId}::uuid, a, b, c, d, e
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (a text, b text, c timestamptz, d timestamptz,
      e boolean)
    order by a, b
    on conflict (project_id, payment_id, user_id) do update set applied = payment_removals.applied or excluded.applied`.execute(
    tx,
  );
}
