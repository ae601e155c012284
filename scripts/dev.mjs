// npm run dev: the server restarts and the dashboard reloads when their files change.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root } from './run.mjs';

const envFile = join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);
const port = process.env.PORT || '4600';
const pages = 'http://127.0.0.1:5173';

const children = [
  spawn(
    bin('tsx'),
    ['watch', '--clear-screen=false', 'apps/server/src/main/serve.ts', ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PORT: port, PUBLIC_URL: process.env.PUBLIC_URL || pages },
    },
  ),
  spawn(bin('vite'), ['--host', '127.0.0.1', '--port', '5173', '--strictPort'], {
    cwd: join(root, 'apps/dashboard'),
    stdio: 'inherit',
    env: { ...process.env, TRAILMARK_API: `http://127.0.0.1:${port}` },
  }),
];

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
const code = await Promise.race(children.map((child) => new Promise((done) => child.on('exit', done))));
for (const child of children) child.kill('SIGTERM');
process.exitCode = code ?? 0;
