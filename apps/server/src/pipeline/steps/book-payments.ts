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
  lockProjects,
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

function byProject<One extends Item>(items: One[]): Map<string, One[]> {
  const projects = new Map<string, One[]>();
  for (const item of items) {
    const { projectId } = item.project;
    projects.set(projectId, [...(projects.get(projectId) ?? []), item]);
  }
  return projects;
}

/** Before any install is locked, so that a removal can reach the installs of its payments. */
export const orderRemovals: Step = async (tx, group) => {
  const items = group.items.filter((item) => isPayment(item) || isRemoval(item));
  if (items.length === 0) return;
  const projects = [...byProject(items)];
  await lockProjects(
    tx,
    projects.map(([projectId, own]) => ({ projectId, hasRemoval: own.some(isRemoval) })),
  );
};

function rowOf(group: Group, item: PaymentItem): PaymentRow {
  const { type, paymentId, status, amount, currency } = item.payment;
  return {
    ...{ projectId: item.project.projectId, type, paymentId, status, amount, currency },
    ...{ installId: item.installId, userId: item.userId ?? group.installOf(item).userId },
    ...{ eventId: null, occurredAt: item.receivedAt },
  };
}

const keyOf = ({ projectId, type, paymentId }: PaymentKey) => `${projectId} ${type} ${paymentId}`;

/** What is stored of the payments that the group is about, each once, locked. */
async function loadPayments(tx: Tx, group: Group, items: Item[]): Promise<PaymentRow[]> {
  const arrived = items.filter(isPayment).map((item) => rowOf(group, item));
  const inserted = arrived.length > 0 ? await insertPayments(tx, group.now, arrived) : [];
  const keys = new Map(arrived.map((row) => [keyOf(row), row as PaymentKey]));
  for (const [projectId, own] of byProject(items.filter(isRemoval))) {
    const meant = await findRemovable(
      tx,
      projectId,
      own.map(({ removal }) => removal),
    );
    for (const key of meant) keys.set(keyOf(key), key);
  }
  const isNew = new Set(inserted.map(keyOf));
  const rows = keys.size > 0 ? await lockPayments(tx, [...keys.values()]) : [];
  return rows.map((row) => (isNew.has(keyOf(row)) ? { ...row, status: null } : row));
}

type ProjectLedger = Ledger<PaymentRow, StoredRemoval>;

async function openLedgers(tx: Tx, group: Group, items: Item[]): Promise<Map<string, ProjectLedger>> {
  const stored = await loadPayments(tx, group, items);
  if (items.some(isRemoval)) {
    const paid = stored.filter(({ status }) => status === 'PAYMENT_COMPLETED');
    const installs = paid.map((row) => ({ project_id: row.projectId, install_id: row.installId }));
    await loadMoreInstalls(tx, group, installs);
  }
  const ledgers = new Map<string, ProjectLedger>();
  for (const [projectId, own] of byProject(items)) {
    const completed = own.filter(isPayment).filter(({ payment }) => payment.status === 'PAYMENT_COMPLETED');
    const ids = [...new Set(completed.map(({ payment }) => payment.paymentId))];
    const waiting = ids.length > 0 ? await listRemovals(tx, projectId, ids) : [];
    const payments = stored.filter((row) => row.projectId === projectId);
    ledgers.set(projectId, openLedger(payments, waiting));
  }
  return ledgers;
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
  const ledgers = await openLedgers(tx, group, items);
  for (const item of items) {
    const ledger = ledgers.get(item.project.projectId);
    if (!ledger) continue;
    if (isPayment(item)) bookPayment(group, ledger, item);
    else if (isRemoval(item)) bookRemoval(group, ledger, item);
  }
  const changed: PaymentRow[] = [];
  for (const [projectId, ledger] of ledgers) {
    const { payments, removals } = ledger.changes();
    changed.push(...payments);
    if (removals.length > 0) await upsertRemovals(tx, projectId, removals);
  }
  if (changed.length > 0) await updatePayments(tx, group.now, changed);
};
