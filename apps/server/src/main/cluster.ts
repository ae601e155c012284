import { parseArgs } from 'node:util';
import { applyLayout, DEFAULT_SHARDS } from '../cluster/apply-layout.ts';
import { describePlan } from '../cluster/describe-plan.ts';
import { describeStatus } from '../cluster/describe-status.ts';
import { connect } from '../db/connection.ts';
import { requireMigrated } from '../db/migrate.ts';
import { EnvError, readEnv } from '../platform/env.ts';

const USAGE = `npm run cluster -- plan | apply | status
  --shards 32        parts that the data of projects is in; a shard is what can be moved to another node
  --node host:port   a further PostgreSQL with Citus; once for each
  --force            apply although the nodes would hold more tables than are good for them
  --coordinator host:port   the address of DATABASE_URL, as the other nodes reach it`;

function print(lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      shards: { type: 'string', default: String(DEFAULT_SHARDS) },
      node: { type: 'string', multiple: true, default: [] },
      coordinator: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  });
  const shards = Number(values.shards);
  if (!Number.isInteger(shards) || shards < 1 || shards > 1024) {
    throw new Error('--shards is a whole number from 1 to 1024.');
  }
  const [action] = positionals;
  if (action !== 'plan' && action !== 'apply' && action !== 'status') throw new Error(USAGE);
  return {
    action,
    shards,
    nodes: values.node,
    coordinator: values.coordinator,
    force: values.force,
  } as const;
}

/** Moves a running installation from one PostgreSQL to a Citus cluster, and says how the cluster is. */
async function main(): Promise<void> {
  const { action, shards, nodes, force, ...given } = readArguments();
  const { databaseUrl } = readEnv(process.env, 'worker');
  if (!databaseUrl) throw new Error('DATABASE_URL is needed: the embedded PostgreSQL cannot be a cluster.');
  const { pool, close } = connect(databaseUrl, { onIdleError: () => {}, max: 2 });
  try {
    await requireMigrated(pool);
    if (action === 'plan') return print(await describePlan(pool, { shards, now: new Date() }));
    if (action === 'status') return print(await describeStatus(pool));
    const { hostname, port } = new URL(databaseUrl);
    const coordinator = given.coordinator ?? `${hostname}:${port || 5432}`;
    const laidOut = await applyLayout(pool, { shards, nodes, coordinator, force, now: new Date() }, (line) =>
      print([line]),
    );
    print([laidOut === 0 ? 'Everything is distributed already.' : `${laidOut} tables are distributed.`]);
  } finally {
    await close();
  }
}

await main().catch((error: unknown) => {
  const lines = error instanceof EnvError ? error.problems : [(error as Error).message];
  for (const line of lines) process.stderr.write(`trailmark: ${line}\n`);
  process.exit(1);
});
