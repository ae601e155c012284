// npm run test:cluster: the database tests on a Citus cluster. CLUSTER_URL is the address of its coordinator.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './run.mjs';

if (!process.env.CLUSTER_URL) {
  console.log('Skipped: CLUSTER_URL is not set. It is the address of a Citus coordinator (docs/cluster.md).');
  process.exit(0);
}

/** Tests that cannot run on a cluster, whatever the product does, each with its reason. */
const LEFT_OUT = {
  'a payment waits for a removal that is being stored': 'looks for the waiting lock on the coordinator',
  'at the same moment is one, with what that process knew': 'looks for what waits on the coordinator',
  'at the same moment is decided once': 'looks for what waits on the coordinator',
  'views are queries only, of tables that are distributed': 'the extension has views of its own',
  'are those of the database': 'the extension has views of its own',
  'that were changed in one row of': 'changes a row by its physical address',
  'a batch of which the database refuses an item': 'a distributed table has no triggers',
};
const names = Object.entries(LEFT_OUT).map(([name, reason]) => {
  console.log(`Left out: "${name}": ${reason}.`);
  return name;
});
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--project', 'db', '--testNamePattern', `^(?!.*(${names.join('|')}))`],
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_POSTGRES: 'cluster' } },
);
process.exit(status ?? 1);
