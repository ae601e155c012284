// npm start: builds what is missing, then runs the server in this very process, so that signals reach it.
// With the name of another program as its first argument it runs that one.
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
const PROGRAMS = ['serve', 'recount', 'recompute', 'cluster'];
const program = PROGRAMS.includes(process.argv[2]) ? process.argv.splice(2, 1)[0] : 'serve';
await import(join(root, `apps/server/dist/${program}.js`));
