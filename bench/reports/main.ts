// npm run bench -- reports: reports from rollups against the same questions over raw rows.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { foldDeltas } from '../../apps/server/src/rollups/fold.ts';
import { rebuildRollups } from '../../apps/server/src/rollups/rebuild.ts';
import { machine } from '../machine.ts';
import { cacheDir, type Product, root, startProduct } from '../product.ts';
import { addHistory, makeCampaigns, makePartitions } from './history.ts';
import { type Answered, measureQuestion } from './measure.ts';
import { measureExport } from './measure-export.ts';
import { measureScreens } from './measure-screen.ts';
import { textOf } from './print.ts';
import { questionsOf } from './questions.ts';
import { DAYS, type ReportWorld } from './report-world.ts';
import { signIn } from './sign-in.ts';

const begun = Date.now();
const say = (text: string) =>
  process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

const EVENTS_PER_INSTALL = 20;
const DAY_MS = 86_400_000;

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '20000000' },
      campaigns: { type: 'string', default: '10000' },
      'no-screens': { type: 'boolean', default: false },
    },
  });
  return {
    installs: Math.ceil(Number(values.events) / EVENTS_PER_INSTALL),
    campaigns: Number(values.campaigns),
    screens: !values['no-screens'],
  };
}

const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);

async function fill(product: Product, world: ReportWorld, { from, to }: { from: number; to: number }) {
  const { pool, db } = product.connection;
  let told = 0;
  await addHistory(pool, world, {
    before: from,
    installs: to - from,
    progress: (share) => {
      if (share - told < 0.1) return;
      told = share;
      say(`  ${Math.round(share * 100)} % copied`);
    },
  });
  await pool.query('analyze');
  say('counting it (the rebuild command)');
  await foldDeltas(db);
  await rebuildRollups(db, world.projectId);
  await pool.query('vacuum analyze');
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2).filter((arg) => arg !== 'reports'));
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  const product = await startProduct({ profile: false });
  try {
    const { pool } = product.connection;
    const session = await signIn(product);
    await makePartitions(pool);
    const world = await makeCampaigns(pool, session.projectId, options.campaigns);
    const now = Date.now();
    const questions = questionsOf(world, { from: dayAt(now - (DAYS - 1) * DAY_MS), to: dayAt(now) });
    const phases: { events: number; answered: Answered[] }[] = [];
    for (const [from, to] of [
      [0, Math.ceil(options.installs / 10)],
      [Math.ceil(options.installs / 10), options.installs],
    ] as const) {
      say(`copying ${((to - from) * EVENTS_PER_INSTALL).toLocaleString('en')} events`);
      await fill(product, world, { from, to });
      const answered: Answered[] = [];
      for (const question of questions) {
        const one = await measureQuestion({ api: session, pool, projectId: world.projectId }, question);
        answered.push(one);
        say(`${one.title}: ${Math.round(one.p50Ms)} ms, ${Math.round(one.faster)} times as fast as raw rows`);
      }
      phases.push({ events: to * EVENTS_PER_INSTALL, answered });
    }
    say('exporting');
    const days = Math.max(1, Math.ceil((1.2e6 / (options.installs * EVENTS_PER_INSTALL)) * DAYS));
    const range = { from: dayAt(now - days * DAY_MS), to: dayAt(now - DAY_MS) };
    const exported = await measureExport(session, product.pid, range);
    const screens = options.screens ? await measureScreens(session) : null;
    const report = { machine: machine(), phases, exported, screens };
    writeFileSync(join(cacheDir, 'latest-reports.json'), `${JSON.stringify(report, null, 2)}\n`);
    process.stdout.write(`\n${textOf(report)}`);
  } finally {
    await product.stop();
  }
}

await main();
