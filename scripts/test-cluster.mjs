// npm run test:cluster: the database tests on a Citus cluster. CLUSTER_URL is the address of its coordinator. At the end
// one of its nodes is stopped for half a minute.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './run.mjs';

if (!process.env.CLUSTER_URL) {
  console.log('Skipped: CLUSTER_URL is not set. It is the address of a Citus coordinator (docs/cluster.md).');
  process.exit(0);
}

/** Tests that cannot run on a cluster, whatever the product does, by their file or name, each with its reason. */
const LEFT_OUT_FILES = {
  'ingest/resends': 'holds requests back by a lock on the coordinator, where they do not come by',
  'main/frozen-database': 'freezes the coordinator, where events do not come by',
  'clicks/outage': 'cuts the way to the coordinator, where clicks do not come by',
  'clicks/losses': 'cuts the way to the coordinator, where clicks do not come by',
  'ingest/fairness': 'holds a project back by a lock on the coordinator, where it does not come by',
  'access/visible-people-statement': 'asks one database for a plan over partitions of days',
  'attribution/candidate-statement': 'asks the coordinator for a plan, which nodes make',
  'db/statistics': 'asks the coordinator for statistics, which nodes have',
};
const LEFT_OUT = {
  'a payment waits for a removal that is being stored': 'looks for the waiting lock on the coordinator',
  'when too much waits, at once and with a time to come back':
    'holds requests back by a lock on the coordinator, where they do not come by',
  'at the same moment is one, with what that process knew': 'looks for what waits on the coordinator',
  'at the same moment is decided once': 'looks for what waits on the coordinator',
  'views are queries only, of tables that are distributed': 'the extension has views of its own',
  'are those of the database': 'the extension has views of its own',
  'that were changed in one row of': 'changes a row by its physical address',
  'a batch of which the database refuses an item': 'a distributed table has no triggers',
  'rules are kept once, and a receipt from before':
    'changes receipts by a statement that is not of the product',
  'when a campaign takes it while it is deleted': 'there one of two who wait for each other has to try again',
  // Days have partitions of their own on one PostgreSQL only.
  'are made for the week ahead and the days before': 'looks at partitions of days; there they are of months',
  'are dropped when the project that keeps longest': 'looks at partitions of days; there they are of months',
  'of recent days are daily, and of older months monthly':
    'looks at partitions of days; there they are of months',
  'fill what is left of a month': 'looks at partitions of days; there they are of months',
  'after a refusal is executed': 'takes a table away, of which shards have names of their own',
};

function runTests(args, env = {}) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'db', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_POSTGRES: 'cluster', ...env },
  });
  return status ?? 1;
}

for (const [name, reason] of Object.entries({ ...LEFT_OUT_FILES, ...LEFT_OUT })) {
  console.log(`Left out: "${name}": ${reason}.`);
}
const files = Object.keys(LEFT_OUT_FILES).map((name) => `**/${name}.db.test.ts`);
const others = `^(?!.*(${Object.keys(LEFT_OUT).join('|')}))`;
const requested = process.argv.slice(2);
const status = runTests(['--testNamePattern', others, ...requested], { TEST_WITHOUT: files.join(',') });
// By itself: a node that is lost would be in the way of all other tests.
const isAll = requested.length === 0 || requested.some((path) => path.includes('lost-node'));
const lost = isAll ? runTests(['apps/server/src/cluster/lost-node.db.test.ts'], { LOSE_NODE: 'true' }) : 0;
process.exit(status || lost);
