import { type PaymentStatus, removalOf } from '@trailmark/core/payments/transition';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { type Fact, type Group, type Item, installKey } from '../../pipeline/group.ts';
import { loadMoreInstalls } from '../../pipeline/load-installs.ts';
import { newId } from '../../platform/ids.ts';

interface PaymentRow {
  type: string;
  payment_id: string;
  status: PaymentStatus;
  amount: string;
  currency: string;
  install_id: string;
  user_id: string | null;
  occurred_at: Date;
}

/** When it was given back: not before it was paid, and not in the future. */
function removedAt({ occurredAt, receivedAt }: Item, paidAt: Date): Date {
  if (!occurredAt || occurredAt > receivedAt) return receivedAt;
  return occurredAt < paidAt ? paidAt : occurredAt;
}

/** The payments that a removal means: by their id, by their user, or by both. */
async function lockMeant(tx: Tx, item: Item): Promise<PaymentRow[]> {
  const { userId, paymentId } = item.removal ?? { userId: null, paymentId: null };
  const { rows } = await sql<PaymentRow>`
    select type, payment_id, status, amount, currency, install_id, user_id, occurred_at from payments
    where project_id = ${item.project.projectId}
      and (${paymentId}::text is null or payment_id = ${paymentId})
      and (${userId}::text is null or user_id = ${userId})
    order by type, payment_id
    for no key update`.execute(tx);
  return rows;
}

function refundOf(group: Group, item: Item, row: PaymentRow): Fact {
  // Whoever was credited for the payment is charged for the refund.
  const install = group.installs.get(installKey(item.project.projectId, row.install_id));
  if (!install) throw new Error('A payment has no install.');
  const at = removedAt(item, row.occurred_at);
  return {
    id: newId(at),
    item,
    install,
    kind: 'refund',
    name: '$refund',
    key: null,
    occurredAt: at,
    userId: row.user_id ?? install.userId,
    amount: row.amount,
    currency: row.currency,
    data: { payment_id: row.payment_id, type: row.type },
  };
}

/** Takes payments back. What was booked is not unbooked: a refund is a fact of the day on which it happens. */
export async function removePayments(tx: Tx, group: Group): Promise<void> {
  for (const item of group.items) {
    if (item.call !== 'remove_payment') continue;
    const meant = await lockMeant(tx, item);
    const project_id = item.project.projectId;
    await loadMoreInstalls(
      tx,
      group,
      meant.map(({ install_id }) => ({ project_id, install_id })),
    );
    for (const row of meant) {
      const next = removalOf(row.status);
      if (!next) continue;
      await sql`
        update payments set status = ${next}, updated_at = ${group.now}::timestamptz
        where project_id = ${item.project.projectId} and type = ${row.type} and payment_id = ${row.payment_id}
        `.execute(tx);
      const wasBooked = next === 'PAYMENT_REFUNDED' && row.type !== 'FUNDS_WITHDRAWAL';
      if (wasBooked) group.facts.push(refundOf(group, item, row));
    }
  }
}
