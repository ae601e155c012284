// npm run bench -- reports: reports from rollups against the same queries over raw rows.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldDeltas } from '../../apps/server/src/rollups/fold.ts';
import { rebuildRollups } from '../../apps/server/src/rollups/rebuild.ts';
import { machine } from '../machine.ts';
import { cacheDir, type Product, root, startProduct } from '../product.ts';
import { type BenchProject, DAYS, HISTORY_DAYS } from './bench-project.ts';
import { addHistory, makeCampaigns, makePartitions } from './history.ts';
import { findKept, type Kept, keep } from './kept.ts';
import { type Answered, measureReport } from './measure.ts';
import { measureExport } from './measure-export.ts';
import { measureScreens } from './measure-screen.ts';
import { EVENTS_PER_INSTALL, type Options, readOptions } from './options.ts';
import { textOf } from './print.ts';
import { reportCallsOf } from './report-calls.ts';
import { resume, type Session, signIn } from './sign-in.ts';

const begun = Date.now();
const say = (text: string) =>
  process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

const DAY_MS = 86_400_000;
const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);

async function fill(product: Product, project: BenchProject, { from, to }: { from: number; to: number }) {
  const { pool, db } = product.connection;
  let reported = 0;
  await addHistory(pool, project, {
    before: from,
    installs: to - from,
    progress: (share) => {
      if (share - reported < 0.1) return;
      reported = share;
      say(`  ${Math.round(share * 100)} % copied`);
    },
  });
  await pool.query('analyze');
  say('counting it (the rebuild command)');
  await foldDeltas(db);
  await rebuildRollups(db, project.projectId);
  await pool.query('vacuum analyze');
}

interface Phase {
  events: number;
  answered: Answered[];
}

type Run = Options & { now: number };

async function ask(product: Product, session: Session, { kept, now, isBrief }: Run & { kept: Kept }) {
  const reportCalls = reportCallsOf(kept, { from: dayAt(now - (DAYS - 1) * DAY_MS), to: dayAt(now) });
  const answered: Answered[] = [];
  for (const reportCall of reportCalls) {
    const one = await measureReport(
      { api: session, product, projectId: kept.projectId, isBrief },
      reportCall,
    );
    answered.push(one);
    say(`${one.title}: ${Math.round(one.p50Ms)} ms`);
  }
  return { events: kept.events, answered };
}

/** Measures with a tenth of the events first, and then with all of them. */
async function fillAndAsk(product: Product, session: Session, run: Run) {
  const { installs, campaigns, keepIn } = run;
  const { pool } = product.connection;
  await makePartitions(pool);
  const project = await makeCampaigns(pool, session.projectId, campaigns);
  const phases: Phase[] = [];
  for (const [from, to] of [
    [0, Math.ceil(installs / 10)],
    [Math.ceil(installs / 10), installs],
  ] as const) {
    say(`copying ${((to - from) * EVENTS_PER_INSTALL).toLocaleString('en')} events`);
    await fill(product, project, { from, to });
    const { token, projectId } = session;
    const kept = {
      token,
      projectId,
      campaignId: project.campaigns[3]?.id ?? '',
      events: to * EVENTS_PER_INSTALL,
    };
    if (to === installs) keep(keepIn, kept);
    phases.push(await ask(product, session, { ...run, kept }));
  }
  return phases;
}

async function measureAll(product: Product, run: Run) {
  const kept = findKept(run.keepIn);
  const session = kept ? resume(product, kept) : await signIn(product);
  const phases = kept
    ? [await ask(product, session, { ...run, kept })]
    : await fillAndAsk(product, session, run);
  const events = phases.at(-1)?.events ?? 0;
  const days = Math.max(1, Math.ceil((1.2e6 / events) * HISTORY_DAYS));
  const range = { from: dayAt(run.now - days * DAY_MS), to: dayAt(run.now - DAY_MS) };
  const exported = run.isBrief ? null : await measureExport(session, product.pid, range);
  const screens = run.hasScreens ? await measureScreens(session) : null;
  return { campaigns: run.campaigns, machine: machine(), phases, exported, screens };
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2).filter((arg) => arg !== 'reports'));
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  const product = await startProduct(options);
  try {
    const report = await measureAll(product, { ...options, now: Date.now() + options.daysAhead * DAY_MS });
    writeFileSync(join(cacheDir, 'latest-reports.json'), `${JSON.stringify(report, null, 2)}\n`);
    process.stdout.write(`\n${textOf(report)}`);
  } finally {
    await product.stop();
  }
}

await main();
