import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TransactionOutcomeUnknown } from '../../db/is-away.ts';
import type { Group, Resend } from '../../pipeline/group.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createUnknownCommits, type UnknownCommits } from './unknown-commits.ts';

let server: TestServer;
let commits: UnknownCommits;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  commits = createUnknownCommits({ of: () => server });
});

const body = (): Resend => ({
  bodyKey: 'equal',
  isAnswerLost: () => false,
  isLossStored: false,
  transactionId: null,
  isStored: false,
});

/** On a cluster the coordinator numbers its own transactions, as each node does. */
const lost = (node = process.env.TEST_POSTGRES === 'cluster' ? server.pool : undefined) =>
  Object.assign(new Error('The connection is gone.'), { node });

/** A body in a transaction that ends in this way; its client learns nothing of it. */
async function sendWithoutOutcome(
  end: 'commit' | 'rollback',
  resend = body(),
  cause = lost(),
): Promise<Resend> {
  const add = async (): Promise<Group> => {
    const { rows } = await server.pool
      .query<{ id: string }>(`begin; select pg_current_xact_id()::text as id; ${end}`)
      .then((results) => (results as unknown as { rows: { id: string }[] }[])[1] ?? { rows: [] });
    resend.transactionId = rows[0]?.id ?? null;
    throw new TransactionOutcomeUnknown(cause);
  };
  await expect(commits.follow(add, [resend])([])).rejects.toThrow(TransactionOutcomeUnknown);
  return resend;
}

/** Whether the body is found to be stored when it comes again, and is answered. */
async function sendAgain(): Promise<boolean> {
  const resend = body();
  await commits.follow(async () => ({}) as Group, [resend])([]);
  return resend.isStored;
}

describe('a body without an identity whose commit was not answered', () => {
  test('is stored where the transaction was committed, for one resend', async () => {
    await sendWithoutOutcome('commit');
    expect([await sendAgain(), await sendAgain()]).toEqual([true, false]);
  });

  test('is not stored where the transaction was rolled back', async () => {
    await sendWithoutOutcome('rollback');
    expect(await sendAgain()).toBe(false);
  });

  test('is as often stored as it was committed', async () => {
    const ends = ['commit', 'commit', 'rollback'] as const;
    await Promise.all(ends.map((end) => sendWithoutOutcome(end)));
    const found = [await sendAgain(), await sendAgain(), await sendAgain(), await sendAgain()];
    expect(found.filter(Boolean)).toHaveLength(2);
  });

  test('stays so when its resend is refused, or has no outcome either', async () => {
    await sendWithoutOutcome('commit');
    const refused = commits.follow(() => Promise.reject(new Error('full')), [body()]);
    await expect(refused([])).rejects.toThrow('full');
    expect((await sendWithoutOutcome('rollback')).isStored).toBe(true);
    expect([await sendAgain(), await sendAgain()]).toEqual([true, false]);
  });

  test('is stored by the resend that was committed, after a first one that was rolled back', async () => {
    await sendWithoutOutcome('rollback');
    await sendWithoutOutcome('commit');
    expect([await sendAgain(), await sendAgain()]).toEqual([true, false]);
  });

  test('is known to the node that numbered its transaction, although the project has moved to another', async () => {
    const elsewhere = createUnknownCommits({
      of: () => Promise.reject(new Error('The wrong node is queried.')),
    });
    commits = elsewhere;
    await sendWithoutOutcome('commit', body(), lost(server.pool));
    await sendWithoutOutcome('rollback', body(), lost(server.pool));
    expect([await sendAgain(), await sendAgain()]).toEqual([true, false]);
  });

  test('is refused while the transaction is in progress', async () => {
    const client = await server.pool.connect();
    const resend = body();
    const add = async () => {
      await client.query('begin');
      const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
      resend.transactionId = rows[0]?.id ?? null;
      throw new TransactionOutcomeUnknown(lost());
    };
    await expect(commits.follow(add, [resend])([])).rejects.toThrow(TransactionOutcomeUnknown);
    await expect(sendAgain()).rejects.toMatchObject({ code: 'unavailable' });
    await client.query('commit');
    client.release();
    expect(await sendAgain()).toBe(true);
  });
});
