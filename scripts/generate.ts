// npm run generate: the database types from the migrations; openapi.json, docs/metrics.md and
// docs/webhook-payload.schema.json from the contract; the API in the README of the SDKs from their types.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../apps/server/src/db/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/start.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

const dataDir = mkdtempSync(join(tmpdir(), 'trailmark-generate-'));
chmodSync(dataDir, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir, progress: () => {}, fast: true });
try {
  const connection = connect(postgres.url, { onIdleError: () => {} });
  await migrate(connection.pool, () => {});
  await connection.close();
  const types = ['--dialect', 'postgres', '--date-parser', 'string', '--type-mapping', '{"int8":"number"}'];
  const out = [
    '--default-schema',
    'public',
    '--exclude-pattern',
    'graphile_worker.*',
    '--out-file',
    'apps/server/src/db/schema.ts',
  ];
  execFileSync(bin('kysely-codegen'), ['--url', postgres.url, ...types, ...out], {
    cwd: root,
    stdio: 'inherit',
  });
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
execFileSync(bin('tsx'), ['scripts/openapi.ts'], { cwd: root, stdio: 'inherit' });
execFileSync(bin('tsx'), ['scripts/metrics-page.ts'], { cwd: root, stdio: 'inherit' });
execFileSync(bin('tsx'), ['scripts/webhook-schema.ts'], { cwd: root, stdio: 'inherit' });
execFileSync(process.execPath, ['scripts/sdk-api.mjs'], { cwd: root, stdio: 'inherit' });
