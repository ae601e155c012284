import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '../db/connection.ts';
import { onEachNode, withDatabase } from '../testing/cluster/cluster-postgres.ts';
import { createFirstProject } from '../testing/first-project.ts';
import { type Program, STARTERS, type Starter, startProgram } from '../testing/program.ts';
import { expectStoredOnce, type FaultClient, startFaultClient } from '../testing/start-fault-client.ts';

const isCluster = process.env.TEST_POSTGRES === 'cluster';
const DATABASE = 'test_moved';

const dir = mkdtempSync(join(tmpdir(), 'trailmark-moved-'));
let program: Program | undefined;
let client: FaultClient | undefined;

const drop = () =>
  onEachNode(inject('nodeUrls'), 'postgres', `drop database if exists ${DATABASE} with (force)`);
beforeAll(async () => {
  if (!isCluster) return;
  await drop();
  await onEachNode(inject('nodeUrls'), 'postgres', `create database ${DATABASE}`);
});
afterAll(async () => {
  client?.process.kill('SIGKILL');
  program?.process.kill('SIGKILL');
  await program?.ended;
  if (isCluster) await drop();
  rmSync(dir, { recursive: true, force: true });
});

function start(settings: Record<string, string>, args: string[] = []): Program {
  const env = {
    DATABASE_URL: withDatabase(inject('postgresUrl'), DATABASE),
    DATA_DIR: dir,
    SECRET_KEY: 'a-secret-key-for-an-installation-that-moves',
    LOG_LEVEL: 'error',
    ...settings,
  };
  return startProgram(STARTERS[0] as Starter, env, args);
}

/** What `npm run cluster` prints. */
async function runCluster(...args: string[]): Promise<string> {
  const command = start({}, ['cluster', ...args]);
  const { code } = await command.ended;
  if (code !== 0) throw new Error(`npm run cluster ${args.join(' ')}:\n${command.output()}`);
  return command.output();
}

test.runIf(isCluster)(
  'an installation moves to a cluster while events arrive, and nothing that was acknowledged is lost',
  { timeout: 300_000 },
  async () => {
    program = start({});
    const [, url = ''] = await program.until(/ready at (http:\S+)/);
    const [, signInToken = ''] = await program.until(/login\/verify#token=([\w-]+)/);
    const project = await createFirstProject(url, signInToken);
    client = startFaultClient(url, project, { senders: 4, path: join(dir, 'notes') });
    await client.untilMoreIsAcknowledged();

    await onEachNode(inject('nodeUrls'), DATABASE, 'create extension citus');
    const nodes = inject('nodeUrls').slice(1);
    const named = nodes.flatMap((node) => ['--node', new URL(node).host]);
    expect(await runCluster('plan')).toContain('Distributed by project');
    expect(await runCluster('apply', '--shards', '4', ...named)).toMatch(/\d+ tables are distributed/);
    expect(await runCluster('apply', ...named)).toContain('Everything is distributed already');
    await client.untilMoreIsAcknowledged();

    program.process.kill('SIGTERM');
    await program.ended;
    program = start({ CLUSTER: 'true', PORT: new URL(url).port });
    await client.untilMoreIsAcknowledged();
    await client.stop();

    const { failed, unredirected } = client.notes();
    // While tables are locked; and while the product is started again.
    expect(failed.filter((one) => !/ 503 |ECONN|UND_ERR/.test(one))).toEqual([]);
    expect(unredirected).toEqual([]);
    const connection = connect(withDatabase(inject('postgresUrl'), DATABASE), { onIdleError: () => {} });
    await expectStoredOnce(connection, project.projectId, { notes: client.notes(), atLeast: 4 }).finally(
      connection.close,
    );
    expect(await runCluster('status')).toContain(new URL(nodes[0] ?? '').host);
  },
);
