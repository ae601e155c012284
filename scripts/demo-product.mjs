// The product as the demo runs it: a separate process that ignores .env and has its own data directory.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { root } from './run.mjs';

const LINK = /(http:\/\/[^\s/]+)\/login\/verify#token=([\w-]+)/g;

/** Run by root, PostgreSQL is another user, who must be able to get there. */
function isPassable(dir) {
  const parent = dirname(dir);
  return (statSync(dir).mode & 0o001) !== 0 && (parent === dir || isPassable(parent));
}

export function demoDataDir(given) {
  if (given) return resolve(given);
  const isMoved = process.getuid?.() === 0 && !isPassable(root);
  return isMoved ? '/var/lib/trailmark/demo' : join(root, '.trailmark/demo');
}

/** The process of the PostgreSQL that runs in a data directory; null: none does. */
export function postgresOf(dataDir) {
  const file = join(dataDir, 'postgres/postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    // Somebody else's process is alive, too.
    return error.code === 'EPERM' ? pid : null;
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Waits until a sign-in link is printed that was not there before. */
function linkAfter(child, output, from) {
  return new Promise((done, refuse) => {
    const look = () => {
      LINK.lastIndex = from;
      const found = LINK.exec(output());
      if (found) done({ link: found[0], token: found[2] });
      return Boolean(found);
    };
    if (look()) return;
    const hear = () => look() && child.stdout.off('data', hear);
    child.stdout.on('data', hear);
    child.once('close', () => refuse(new Error(`Trailmark ended:\n${output()}`)));
  });
}

const PRODUCT = ['--enable-source-maps', 'apps/server/dist/serve.js'];
/** The same with a clock that is that of its requests; it is not part of the build. */
const PAST = ['--enable-source-maps', '--import', 'tsx', 'apps/server/src/testing/past/serve-past.ts'];

/** With `isPast` it takes in what happened before today. */
export async function startProduct({ dataDir, port, email, sandbox, signer, isPast = false }) {
  const at = port || (await freePort());
  const child = spawn(process.execPath, isPast ? PAST : PRODUCT, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(at),
      METRICS_PORT: '0',
      LOG_LEVEL: 'warn',
      OPERATOR_EMAILS: email,
      // Visitors of many countries come from one machine.
      TRUST_PROXY: 'loopback',
      // The demo sends no requests to other machines.
      PRIVATE_RELAY_URL: 'off',
      TOOLS_URL: sandbox.toolsUrl,
      OUTBOUND_ALLOW: '127.0.0.0/8',
      // The demo signs what Apple would.
      SKAN_TEST_KEYS: signer.publicKeys,
      // A history that is broken off is thrown away: nothing is lost if its last moments are.
      ...(isPast ? { PGOPTIONS: '-c synchronous_commit=off' } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C is for the demo, which first ends its traffic and then the product.
    detached: true,
  });
  let text = '';
  const keep = (chunk) => {
    text += chunk;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let isStopping = false;
  const ended = new Promise((done) => child.once('close', done));
  const failed = ended.then(() => {
    if (!isStopping) throw new Error(`Trailmark ended:\n${text}`);
  });
  // Notify those who wait for it.
  failed.catch(() => {});
  const { link, token } = await linkAfter(child, () => text, 0);
  return {
    url: `http://127.0.0.1:${at}`,
    signInLink: link,
    signInToken: token,
    nextLink: async () => (await linkAfter(child, () => text, text.length)).link,
    /** Refused when the product ends by itself. */
    failed,
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      await ended;
    },
  };
}
