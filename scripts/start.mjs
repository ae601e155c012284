// npm start: builds what is missing, then runs the server in this very process, so that signals reach it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildMissing } from './build.mjs';
import { root } from './run.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`trailmark: Node ${process.versions.node} is too old; 20.19 or newer is needed.`);
  process.exit(1);
}
const envFile = join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);
await buildMissing();
process.setSourceMapsEnabled(true);
await import(join(root, 'apps/server/dist/serve.js'));
