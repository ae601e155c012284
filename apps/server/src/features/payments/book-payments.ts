import { isRevenue, moves, type PaymentStatus } from '@trailmark/core/payments/transition';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Fact, Group, Item, Payment, Step } from '../../pipeline/group.ts';
import { occurredAt } from '../../pipeline/occurred-at.ts';
import { newId } from '../../platform/ids.ts';
import { removePayments } from './remove-payments.ts';

type Paid = Item & { payment: Payment };
const isPaid = (item: Item): item is Paid => item.call === 'payment' && item.payment !== null;

const keyOf = (projectId: string, type: string, paymentId: string) => `${projectId} ${type} ${paymentId}`;

interface StatusRow {
  project_id: string;
  type: string;
  payment_id: string;
  status: PaymentStatus;
}

/** The payments as they are, locked; a new one is put there first, so that two processes cannot both make it. */
async function lockPayments(tx: Tx, group: Group, items: Paid[]): Promise<Map<string, PaymentStatus | null>> {
  const rows = items.map((item) => ({
    a: item.project.projectId,
    b: item.payment.type,
    c: item.payment.paymentId,
    d: item.installId,
    e: item.userId,
    f: item.payment.amount,
    g: item.payment.currency,
  }));
  const inserted = await sql<Omit<StatusRow, 'status'>>`
    insert into payments (project_id, type, payment_id, install_id, user_id, status, amount, currency,
      occurred_at, updated_at)
    select distinct on (a, b, c) a, b, c, d, e, 'PAYMENT_INITIATED', f, g, ${group.now}::timestamptz,
      ${group.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b text, c text, d text, e text,
      f numeric, g text)
    order by a, b, c
    on conflict do nothing
    returning project_id, type, payment_id`.execute(tx);
  const known = await sql<StatusRow>`
    select p.project_id, p.type, p.payment_id, p.status
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b text, c text)
    join payments p on p.project_id = r.a and p.type = r.b and p.payment_id = r.c
    order by p.project_id, p.type, p.payment_id
    for no key update of p`.execute(tx);
  const states = new Map<string, PaymentStatus | null>(
    known.rows.map((row) => [keyOf(row.project_id, row.type, row.payment_id), row.status]),
  );
  for (const row of inserted.rows) states.set(keyOf(row.project_id, row.type, row.payment_id), null);
  return states;
}

const NAMES = {
  PAYMENT_INITIATED: '$payment_initiated',
  PAYMENT_COMPLETED: '$payment',
  PAYMENT_FAILED: '$payment_failed',
  PAYMENT_CANCELLED: '$payment_cancelled',
} as const;

function factOf(group: Group, item: Paid): Fact {
  const { payment } = item;
  const install = group.installOf(item);
  const at = occurredAt(item, install);
  const isBooked = payment.status === 'PAYMENT_COMPLETED' && isRevenue(payment.type);
  return {
    id: newId(at),
    item,
    install,
    kind: isBooked ? 'payment' : 'event',
    name: isRevenue(payment.type)
      ? NAMES[payment.status]
      : `$withdrawal_${payment.status.slice(8).toLowerCase()}`,
    key: null,
    occurredAt: at,
    userId: item.userId ?? install.userId,
    amount: isBooked ? payment.amount : null,
    currency: isBooked ? payment.currency : null,
    data: {
      ...item.event?.data,
      payment_id: payment.paymentId,
      type: payment.type,
      ...(isBooked ? {} : { amount: payment.amount, currency: payment.currency }),
    },
  };
}

async function updatePayments(tx: Tx, group: Group, booked: { item: Paid; fact: Fact }[]): Promise<void> {
  const last = new Map(
    booked.map((one) => {
      const { project, payment } = one.item;
      return [keyOf(project.projectId, payment.type, payment.paymentId), one];
    }),
  );
  const rows = [...last.values()].map(({ item, fact }) => ({
    a: item.project.projectId,
    b: item.payment.type,
    c: item.payment.paymentId,
    d: item.payment.status,
    e: item.payment.amount,
    f: item.payment.currency,
    g: fact.id,
    h: fact.occurredAt,
    i: fact.install.installId,
    j: fact.userId,
  }));
  await sql`
    update payments p set status = r.d, amount = r.e, currency = r.f, event_id = r.g, occurred_at = r.h,
      install_id = r.i, user_id = coalesce(r.j, p.user_id), updated_at = ${group.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (a uuid, b text, c text, d text, e numeric,
      f text, g uuid, h timestamptz, i text, j text)
    where p.project_id = r.a and p.type = r.b and p.payment_id = r.c`.execute(tx);
}

/** Each payment is a state machine: whatever moves it is booked once, everything else is a repeat. */
export const bookPayments: Step = async (tx, group) => {
  const items = group.items.filter(isPaid);
  if (items.length > 0) {
    const states = await lockPayments(tx, group, items);
    const booked: { item: Paid; fact: Fact }[] = [];
    for (const item of items) {
      const key = keyOf(item.project.projectId, item.payment.type, item.payment.paymentId);
      if (!moves(states.get(key) ?? null, item.payment.status)) continue;
      states.set(key, item.payment.status);
      booked.push({ item, fact: factOf(group, item) });
    }
    if (booked.length > 0) await updatePayments(tx, group, booked);
    group.facts.push(...booked.map(({ fact }) => fact));
  }
  await removePayments(tx, group);
};
