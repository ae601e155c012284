// npm run test:cluster: the database tests on a Citus cluster. CLUSTER_URL is the address of its coordinator.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './run.mjs';

if (!process.env.CLUSTER_URL) {
  console.log('Skipped: CLUSTER_URL is not set. It is the address of a Citus coordinator (docs/cluster.md).');
  process.exit(0);
}
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'db', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_POSTGRES: 'cluster' } },
);
process.exit(status ?? 1);
