import { inviteMembers } from '@trailmark/contract/members';
import { sendMagicLink } from '@trailmark/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WORKER_JOBS } from '../main/features.ts';
import { createBrowser } from '../testing/browser.ts';
import { buildPerson, buildProject } from '../testing/build.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { until } from '../testing/until.ts';
import { CRONTAB, JOBS } from './catalog.ts';
import { holdWorkerNames, releaseJobs } from './dead-workers.ts';
import { enqueue } from './queue.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Waiting {
  task: string;
  payload: unknown;
  attempts: number;
  last_error: string | null;
}

async function waiting(): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select t.identifier as task, j.payload, j.attempts, j.last_error
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    order by j.id`.execute(server.db);
  return rows;
}

/** Lets the pause before the next try pass. */
async function skipPause(): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(server.db);
}

test('every job of the catalogue has a handler, and the crontab has only such jobs', () => {
  expect(WORKER_JOBS.map((job) => job.name).sort()).toEqual(Object.keys(JOBS).sort());
  for (const { task } of CRONTAB) expect(Object.keys(JOBS)).toContain(task);
});

test('jobs of a worker that died are released, and those of a living one are not', async () => {
  const { db, kit } = server;
  for (const key of ['living', 'dead', 'recent']) await enqueue(db, 'remove-expired', {}, { key });
  await sql`update graphile_worker._private_jobs set locked_by = 'worker-' || key,
    locked_at = now() - case key when 'recent' then interval '1 second' else interval '2 minutes' end`.execute(
    db,
  );
  const lockedKeys = async () => {
    const { rows } = await sql<{ key: string }>`
      select key from graphile_worker._private_jobs where locked_by is not null order by key`.execute(db);
    return rows.map(({ key }) => key);
  };
  const isHeld = async () => {
    const { rows } = await sql`select from pg_locks
      where locktype = 'advisory' and mode = 'ShareLock' and granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
    return rows.length > 0;
  };
  const holding = holdWorkerNames(kit.databaseUrl, ['worker-living']);
  await until(isHeld);
  await releaseJobs(db);
  expect(await lockedKeys()).toEqual(['living', 'recent']);
  await holding.stop();
  await until(async () => !(await isHeld()));
  await releaseJobs(db);
  expect(await lockedKeys()).toEqual(['recent']);
  await sql`delete from graphile_worker._private_jobs`.execute(db);
});

describe('a mail', () => {
  test('that the mail server refuses is sent again later, once', async () => {
    const { email } = await buildPerson(server);
    await createBrowser(server).call(sendMagicLink, { body: { email } });
    const { send } = server.kit.mail;
    server.kit.mail.send = async () => {
      throw new Error('451 try again later');
    };
    expect(await server.runJobs()).toEqual([]);
    expect(await waiting()).toMatchObject([
      { task: 'send-sign-in-link', attempts: 1, last_error: expect.stringContaining('451') },
    ]);
    server.kit.mail.send = send;
    await skipPause();
    expect((await server.runJobs()).map((mail) => mail.to)).toEqual([email]);
    expect(await waiting()).toEqual([]);
    expect(await server.runJobs()).toEqual([]);
  });

  test('waits in the queue with neither address nor secret in clear', async () => {
    const { owner, projectId } = await buildProject(server);
    await createBrowser(server).call(sendMagicLink, { body: { email: owner.email } });
    await owner.call(inviteMembers, {
      body: { project_id: projectId, emails: ['somebody@example.com'], role: 'viewer' },
    });
    const queue = JSON.stringify(await waiting());
    const mails = await server.runJobs();
    expect(mails).toHaveLength(2);
    const secrets = mails.map((mail) => /#token=([\w-]+)/.exec(mail.text.button?.url ?? '')?.[1] ?? '');
    for (const secret of [...secrets, owner.email, 'somebody', 'example.com', 'Kite']) {
      expect(secret).not.toBe('');
      expect(queue).not.toContain(secret);
    }
  });

  test('exists only when the change that causes it does', async () => {
    await expect(
      server.db.transaction().execute(async (tx) => {
        await enqueue(tx, 'remove-expired', {});
        throw new Error('undo');
      }),
    ).rejects.toThrow('undo');
    expect(await waiting()).toEqual([]);
  });
});

test('a payload that is not what the catalogue says fails instead of running', async () => {
  await enqueue(server.db, 'send-mail', { wrong: true } as never);
  await server.runJobs();
  expect(await waiting()).toMatchObject([{ task: 'send-mail', attempts: 1 }]);
  await sql`delete from graphile_worker._private_jobs`.execute(server.db);
});
