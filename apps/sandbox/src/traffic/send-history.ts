import { createPhone, type Endpoint, type Phone } from './phone.ts';
import type { Product } from './product.ts';
import type { HistoryRows, OpenRow, ReturnRow, TouchRow, VisitRow } from './rows.ts';
import { sendInOrder, type TimedCall } from './send-in-order.ts';

export interface HistoryTarget {
  product: Product;
  endpoint: Endpoint;
  /** A private key of the project. */
  key: string;
  /** So many more calls were answered. */
  onSent(calls: number): void;
}

/** Those who wait for one another: what one phone does, and the clicks that stores hand to it. */
const laneOf = ({ handset }: { handset: { installId: string } }) => handset.installId || null;

interface Sending {
  endpoint: Endpoint;
  /** Of each click that a store hands to an app, as the product signed it. */
  signed: Map<string, string | null>;
}

const phoneOf = ({ endpoint }: Sending, { handset }: Pick<TouchRow, 'handset'>): Phone =>
  createPhone(endpoint, handset);

async function sendTouch(sending: Sending, row: TouchRow): Promise<void> {
  const phone = phoneOf(sending, row);
  if (row.kind === 'view') return await phone.view(row.slug, row.at);
  const click = await phone.click(row.slug, row.at);
  if (row.handset.installId !== '') sending.signed.set(row.key, click);
}

async function sendOpen(sending: Sending, row: OpenRow): Promise<void> {
  const click = row.touchKey === null ? null : (sending.signed.get(row.touchKey) ?? null);
  await phoneOf(sending, row).open({ click }, row.at);
}

async function sendReturn(sending: Sending, row: ReturnRow): Promise<void> {
  const url = `${row.url}?tm_click=${sending.signed.get(row.touchKey) ?? ''}`;
  await phoneOf(sending, row).call('handle-deeplink', { url }, row.at);
}

const sendVisit = (sending: Sending, row: VisitRow) => phoneOf(sending, row).batch(row.items, row.at);

function callsOf({ product, key, endpoint }: HistoryTarget, rows: HistoryRows): TimedCall[] {
  const sending = { endpoint, signed: new Map<string, string | null>() };
  const timed = <Row extends { at: number; handset: { installId: string } }>(
    list: Row[],
    send: (sending: Sending, row: Row) => Promise<void>,
  ): TimedCall[] => list.map((row) => ({ at: row.at, lane: laneOf(row), send: () => send(sending, row) }));
  const { signal } = endpoint;
  const refunds = rows.refunds.map(({ at, payment_id }): TimedCall => {
    const body = { payment_id };
    const send = async () => {
      await product.call('POST', '/v1/remove-payment', { bearer: key, body, signal, at });
    };
    return { at, lane: null, send };
  });
  return [
    ...timed(rows.touches, sendTouch),
    ...timed(rows.opens, sendOpen),
    ...timed(rows.returns, sendReturn),
    ...timed(rows.visits, sendVisit),
    ...refunds,
  ];
}

/** Sends everything that ever happened as it was sent then: by phones, browsers and the shop's server, in its order. */
export async function sendHistory(
  target: HistoryTarget,
  rows: HistoryRows,
  others: TimedCall[] = [],
): Promise<void> {
  const calls = [...callsOf(target, rows), ...others];
  await sendInOrder(calls, { signal: target.endpoint.signal, onSent: target.onSent });
}

export const sizeOf = (rows: HistoryRows) => Object.values(rows).reduce((sum, list) => sum + list.length, 0);
