import { describe, expect, test } from 'vitest';
import type { Product } from './product.ts';
import { createProgress } from './progress.ts';
import { type HistoryRows, noRows } from './rows.ts';
import { sendHistory, sizeOf } from './send-history.ts';

/** Remembers what it is sent, and takes a moment for it. */
function listeningProduct() {
  const heard: { list: string; count: number }[] = [];
  const product: Product = {
    url: 'http://nowhere',
    async call(_method, path, given) {
      const body = given?.body as Record<string, unknown[]>;
      const [list = '', rows = []] =
        path === '/project/import' ? (Object.entries(body)[0] ?? []) : ['refunds', [1]];
      await new Promise((resolve) => setTimeout(resolve, 1));
      heard.push({ list, count: rows.length });
      return {} as never;
    },
  };
  return { heard, product };
}

function manyRows(counts: Partial<Record<keyof HistoryRows, number>>): HistoryRows {
  const rows = noRows();
  for (const [list, count] of Object.entries(counts)) {
    rows[list as keyof HistoryRows] = Array.from({ length: count }, (_, id) => ({ id })) as never;
  }
  return rows;
}

describe('history is sent', () => {
  test('in requests that are not too large, installs before what they did, all of it', async () => {
    const { heard, product } = listeningProduct();
    const rows = manyRows({
      clicks: 7000,
      installs: 5001,
      signups: 3,
      events: 12_000,
      payments: 2,
      refunds: 3,
      late: 1,
    });
    let stored = 0;
    const onStored = (count: number) => {
      stored += count;
    };
    await sendHistory({ product, key: 'k', signal: new AbortController().signal, onStored }, rows);
    expect(stored).toBe(sizeOf(rows));
    expect(heard.every(({ count }) => count <= 5000)).toBe(true);
    const lives = heard.filter(({ list }) => list !== 'clicks').map(({ list }) => list);
    expect(lives).toEqual([
      ...['installs', 'installs', 'signups', 'events', 'events', 'events', 'payments', 'events'],
      ...['refunds', 'refunds', 'refunds'],
    ]);
  });

  test('until something is refused', async () => {
    const product: Product = { url: '', call: () => Promise.reject(new Error('refused')) };
    const target = { product, key: 'k', signal: new AbortController().signal, onStored: () => {} };
    await expect(sendHistory(target, manyRows({ installs: 1 }))).rejects.toThrow('refused');
  });
});

describe('progress', () => {
  function drawn(isTTY: boolean) {
    let text = '';
    let clock = 0;
    const terminal = { isTTY, write: (part: string) => (text += part) };
    const progress = createProgress(terminal, { label: 'History', total: 100, now: () => clock });
    return { progress, text: () => text, pass: (ms: number) => (clock += ms) };
  }

  test('is a line for every tenth where there is no terminal', () => {
    const { progress, text } = drawn(false);
    for (let count = 0; count < 100; count += 1) progress.add(1);
    progress.end();
    expect(text().trim().split('\n')).toHaveLength(10);
    expect(text()).toContain('100 %, 100 rows');
  });

  test('grows in place in a terminal, and says how long it will take', () => {
    const { progress, text, pass } = drawn(true);
    pass(60_000);
    progress.add(25);
    expect(text()).toContain('25 %, 25 rows, 3:00 left');
    progress.add(75);
    progress.end();
    expect(text().endsWith('100 %, 100 rows\u001b[K\n')).toBe(true);
    expect(text().split('\n')).toHaveLength(2);
  });
});
