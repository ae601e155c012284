import { type Ledger, openLedger, type Removal } from '@trailmark/core/payments/ledger';
import { isRevenue } from '@trailmark/core/payments/transition';
import type { Tx } from '../../db/connection.ts';
import type { Group, Item, Step } from '../group.ts';
import { loadMoreInstalls } from './load-installs.ts';
import { type PaymentItem, paymentFact, refundFact, removedAt } from './payment-facts.ts';
import {
  findRemovable,
  insertPayments,
  listRemovals,
  lockPayments,
  lockProject,
  type PaymentKey,
  type PaymentRow,
  type StoredRemoval,
  updatePayments,
  upsertRemovals,
} from './payment-store.ts';

type RemovalItem = Item & { removal: Removal };

const isPayment = (item: Item): item is PaymentItem => item.call === 'payment' && item.payment !== null;
const isRemoval = (item: Item): item is RemovalItem =>
  item.call === 'remove_payment' && item.removal !== null;

/** Before any install is locked, so that a removal can reach the installs of its payments. */
export const orderRemovals: Step = async (tx, group) => {
  const items = group.items.filter((item) => isPayment(item) || isRemoval(item));
  if (items.length > 0) await lockProject(tx, group.projectId, items.some(isRemoval));
};

function rowOf(group: Group, item: PaymentItem): PaymentRow {
  const { type, paymentId, status, amount, currency } = item.payment;
  return {
    type,
    paymentId,
    status,
    amount,
    currency,
    installId: item.installId,
    userId: item.userId ?? group.installOf(item).userId,
    eventId: null,
    occurredAt: item.receivedAt,
  };
}

const keyOf = ({ type, paymentId }: PaymentKey) => `${type} ${paymentId}`;

/** What is stored of the payments that the group is about, each once, locked. */
async function loadPayments(tx: Tx, group: Group, items: Item[]): Promise<PaymentRow[]> {
  const arrived = items.filter(isPayment).map((item) => rowOf(group, item));
  const inserted = arrived.length > 0 ? await insertPayments(tx, group, arrived) : [];
  const removals = items.filter(isRemoval).map(({ removal }) => removal);
  const removable = removals.length > 0 ? await findRemovable(tx, group.projectId, removals) : [];
  const keys = new Map([...arrived, ...removable].map((key): [string, PaymentKey] => [keyOf(key), key]));
  const isNew = new Set(inserted.map(keyOf));
  const rows = keys.size > 0 ? await lockPayments(tx, group.projectId, [...keys.values()]) : [];
  return rows.map((row) => (isNew.has(keyOf(row)) ? { ...row, status: null } : row));
}

type ProjectLedger = Ledger<PaymentRow, StoredRemoval>;

async function openProjectLedger(tx: Tx, group: Group, items: Item[]): Promise<ProjectLedger> {
  const stored = await loadPayments(tx, group, items);
  if (items.some(isRemoval)) {
    const paid = stored.filter(({ status }) => status === 'PAYMENT_COMPLETED');
    await loadMoreInstalls(
      tx,
      group,
      paid.map(({ installId }) => installId),
    );
  }
  const completed = items.filter(isPayment).filter(({ payment }) => payment.status === 'PAYMENT_COMPLETED');
  const ids = [...new Set(completed.map(({ payment }) => payment.paymentId))];
  const waiting = ids.length > 0 ? await listRemovals(tx, group.projectId, ids) : [];
  return openLedger(stored, waiting);
}

/** A payment moved to a state; its money goes back at once when it was taken back before. */
function bookPayment(group: Group, ledger: ProjectLedger, item: PaymentItem): void {
  const fact = paymentFact(group, item);
  const arrived = { ...rowOf(group, item), eventId: fact.id, occurredAt: fact.occurredAt };
  const booked = ledger.pay(arrived);
  if (!booked) return;
  group.facts.push(fact);
  const { payment, removal } = booked;
  if (removal && isRevenue(payment.type)) {
    group.facts.push(refundFact(group, item, { payment, removed: removal.at }));
  }
}

function bookRemoval(group: Group, ledger: ProjectLedger, item: RemovalItem): void {
  const removed = removedAt(item);
  const { removal, receivedAt } = item;
  const refunded = ledger.remove({ ...removal, at: removed, receivedAt, isApplied: false });
  for (const payment of refunded) {
    if (isRevenue(payment.type)) group.facts.push(refundFact(group, item, { payment, removed }));
  }
}

/**
 * Each payment is a state machine: whatever moves it is booked once, everything else is a repeat. Payments and
 * removals are taken in the order in which they arrived.
 */
export const bookPayments: Step = async (tx, group) => {
  const items = group.items.filter((item) => isPayment(item) || isRemoval(item));
  if (items.length === 0) return;
  const ledger = await openProjectLedger(tx, group, items);
  for (const item of items) {
    if (isPayment(item)) bookPayment(group, ledger, item);
    else if (isRemoval(item)) bookRemoval(group, ledger, item);
  }
  const { payments, removals } = ledger.changes();
  if (removals.length > 0) await upsertRemovals(tx, group.projectId, removals);
  if (payments.length > 0) await updatePayments(tx, group, payments);
};
