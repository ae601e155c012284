import type { Product } from './product.ts';
import type { HistoryRows } from './rows.ts';

/** What one request may hold. */
const MOST_ROWS = 5000;
const REFUNDS_AT_ONCE = 16;

type Imported = Exclude<keyof HistoryRows, 'refunds' | 'late'>;

interface Batch {
  list: Imported;
  rows: readonly unknown[];
}

function batchesOf(list: Imported, rows: readonly unknown[]): Batch[] {
  const count = Math.ceil(rows.length / MOST_ROWS);
  return Array.from({ length: count }, (_, at) => ({
    list,
    rows: rows.slice(at * MOST_ROWS, (at + 1) * MOST_ROWS),
  }));
}

export interface ImportTarget {
  product: Product;
  /** A private key of the project. */
  key: string;
  signal: AbortSignal;
  /** So many more rows are stored. */
  onStored(rows: number): void;
}

async function sendAll(
  { product, key, signal, onStored }: ImportTarget,
  batches: Batch[],
  atOnce: number,
): Promise<void> {
  const left = [...batches];
  const worker = async () => {
    for (let batch = left.shift(); batch; batch = left.shift()) {
      const body = { [batch.list]: batch.rows };
      await product.call('POST', '/project/import', { bearer: key, body, signal });
      onStored(batch.rows.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** The import has no refunds: they are sent one by one, as a shop's server does. */
async function sendRefunds(
  { product, key, signal, onStored }: ImportTarget,
  refunds: HistoryRows['refunds'],
): Promise<void> {
  const left = [...refunds];
  const worker = async () => {
    for (let body = left.shift(); body; body = left.shift()) {
      await product.call('POST', '/v1/remove-payment', { bearer: key, body, signal });
      onStored(1);
    }
  };
  await Promise.all(Array.from({ length: REFUNDS_AT_ONCE }, worker));
}

export const sizeOf = (rows: HistoryRows) => Object.values(rows).reduce((sum, list) => sum + list.length, 0);

/**
 * Sends everything that ever happened. Installs come first, so that what follows finds who is credited; the
 * touches, which nothing else waits for, go in parallel. Sending it again changes nothing.
 */
export async function sendHistory(target: ImportTarget, rows: HistoryRows): Promise<void> {
  const touches = async () => {
    await sendAll(target, batchesOf('impressions', rows.impressions), 1);
    await sendAll(target, batchesOf('clicks', rows.clicks), 1);
  };
  const lives = async () => {
    await sendAll(target, batchesOf('installs', rows.installs), 1);
    await sendAll(target, batchesOf('signups', rows.signups), 1);
    await sendAll(target, batchesOf('events', rows.events), 2);
    await sendAll(target, batchesOf('payments', rows.payments), 1);
    await sendAll(target, batchesOf('events', rows.late), 1);
    await sendRefunds(target, rows.refunds);
  };
  await Promise.all([touches(), lives()]);
}
