// npm run demo: the product with a project full of made-up traffic. It has a data directory and a port of its own,
// so that npm start never shows it. Ctrl-C stops both.
import { setMaxListeners } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';
import { buildMissing } from './build.mjs';
import { demoDataDir, postgresOf, startProduct } from './demo-product.mjs';
import { root } from './run.mjs';

register();
const { DEMO_EMAIL, PRESETS } = await import('../apps/sandbox/src/traffic/presets.ts');

const USAGE = `npm run demo -- [options]
  --fresh           delete the demo and start over
  --still           no live traffic
  --pace ${PRESETS.pace}          how fast live traffic comes in
  --installs ${PRESETS.people}  how many people install the app in the history
  --days ${PRESETS.days}         how long the history is
  --seed ${PRESETS.seed}       another seed gives other data
  --port ${PRESETS.port}       where it listens; 0: anywhere
  --data-dir …      where its data lives`;

function readArguments() {
  const flag = { type: 'boolean', default: false };
  const text = (preset) => ({ type: 'string', default: String(preset) });
  const { seed, people, days, pace, port } = PRESETS;
  const { values } = parseArgs({
    options: {
      fresh: flag,
      still: flag,
      help: flag,
      'data-dir': { type: 'string' },
      seed: text(seed),
      installs: text(people),
      days: text(days),
      pace: text(pace),
      port: text(port),
    },
  });
  const number = (name, least, most) => {
    const value = Number(values[name]);
    if (value >= least && value <= most) return value;
    throw new Error(`--${name} is a number from ${least} to ${most}`);
  };
  return {
    ...values,
    people: Math.round(number('installs', 1, 1_000_000)),
    days: Math.round(number('days', 2, 365)),
    pace: number('pace', 0.01, 100),
    port: number('port', 0, 65_535),
  };
}

function fail(error) {
  console.error(`trailmark demo: ${error.message}`);
  process.exit(1);
}

/** Aborted by the first Ctrl-C; the second ends at once. */
function stopSignal() {
  const stop = new AbortController();
  // Everyone who comes and goes listens for it.
  setMaxListeners(0, stop.signal);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(1);
      console.log('\nStopping…');
      stop.abort(new Error('stopped'));
    });
  }
  return stop.signal;
}

function whenAborted(signal) {
  if (signal.aborted) return Promise.resolve();
  return new Promise((done) => signal.addEventListener('abort', done));
}

/** Never under the feet of a demo that runs. */
function throwAway(dataDir) {
  const pid = postgresOf(dataDir);
  if (pid) throw new Error(`A demo is running in ${dataDir} (PostgreSQL is process ${pid}): stop it first.`);
  rmSync(dataDir, { recursive: true, force: true });
}

async function greet(product, { sendLink, hasSignedIn, sandboxUrl }) {
  const show = (link) => console.log(`\n  Sign in (once, within 15 minutes):\n  ${link}\n`);
  const showNew = async () => {
    const link = product.nextLink();
    await sendLink();
    show(await link);
  };
  console.log(`\n  The demo is ready at ${product.url}`);
  // The link that the product printed at its start was good for once.
  if (hasSignedIn) await showNew();
  else show(product.signInLink);
  console.log(`  What it delivers arrives at ${sandboxUrl}/receivers\n`);
  console.log(`  Ctrl-C stops it.${process.stdin.isTTY ? ' Enter gives a new sign-in link.' : ''}\n`);
  if (!process.stdin.isTTY) return;
  process.stdin.on('data', () => void showNew().catch((error) => console.log(`  ${error.message}`)));
  process.stdin.unref();
}

/** Its deliveries go to stand-ins on this machine: next to the product, so that it finds them again. */
async function startOutside(port) {
  const { startSandbox } = await import('../apps/sandbox/src/start.ts');
  return await startSandbox({ httpPort: port ? port + 1 : 0 });
}

/** Lets a product do something until it is done, the demo is stopped, or the product ends by itself. */
async function use(product, signal, work) {
  const done = work().catch((error) => {
    if (!signal.aborted) throw error;
  });
  try {
    await Promise.race([done, whenAborted(signal), product.failed]);
  } finally {
    await product.stop();
  }
}

/** Everything that happened before today, in a product of its own that ends then. */
async function makeHistory(args, signal) {
  const { makePast, newScenarioOptions } = await import('../apps/sandbox/src/traffic/run-demo.ts');
  const options = newScenarioOptions(args);
  const past = await startProduct({ ...args, port: 0, isPast: true });
  const request = { ...args, signal, terminal: process.stdout };
  await use(past, signal, () => makePast({ url: past.url, signInToken: past.signInToken }, request, options));
}

async function play(product, args, signal) {
  const { openDemo, playDemo } = await import('../apps/sandbox/src/traffic/run-demo.ts');
  const { sendLink } = await import('../apps/sandbox/src/traffic/set-up.ts');
  const { pace, stateFile, sandbox, signer } = args;
  const { url, signInToken } = product;
  const terminal = process.stdout;
  const request = { product: { url, signInToken }, stateFile, sandbox, signer, signal, terminal };
  const { demo, hasSignedIn } = await openDemo(request);
  await greet(product, {
    sendLink: () => sendLink(demo.product),
    hasSignedIn,
    sandboxUrl: sandbox.httpUrl,
  });
  if (args.still) await whenAborted(signal);
  else await playDemo(demo, { pace, signal, signer, terminal });
}

async function main() {
  const args = readArguments();
  if (args.help) return console.log(USAGE);
  const signal = stopSignal();
  await buildMissing();
  const dataDir = demoDataDir(args['data-dir']);
  const stateFile = join(dataDir, 'demo.json');
  // A history that was broken off is begun again.
  if (args.fresh || !existsSync(stateFile)) throwAway(dataDir);
  console.log(
    existsSync(stateFile) ? 'Starting the demo…' : 'Starting a new demo; this takes a few minutes…',
  );
  const sandbox = await startOutside(args.port);
  const { createPostbackSigner } = await import('../apps/sandbox/src/apple/postback-signer.ts');
  const signer = createPostbackSigner();
  const demo = { ...args, dataDir, stateFile, email: DEMO_EMAIL, sandbox, signer };
  try {
    if (!existsSync(stateFile)) await makeHistory(demo, signal);
    if (!signal.aborted) {
      const product = await startProduct(demo);
      await use(product, signal, () => play(product, demo, signal));
    }
  } finally {
    await sandbox.stop();
  }
  process.exit(0);
}

process.chdir(root);
await main().catch(fail);
