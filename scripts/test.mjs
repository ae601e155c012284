// npm test: everything, in order of how soon it tells that something is wrong.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildMissing } from './build.mjs';
import { chromium, ensurePrerequisites } from './prerequisites.mjs';
import { bin, root, run } from './run.mjs';

const results = join(root, '.cache/test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const vitest = (name, args, options) =>
  run(
    bin('vitest'),
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${results}/${name}.json`],
    options,
  );

// PostgreSQL 15 is the floor: what talks to the database is also run on it. Random histories are told once: all that
// their reports ask of the database is asked by other tests too.
const onOldest = { env: { TEST_POSTGRES: 'system', TEST_WITHOUT: '**/truth.db.test.ts' } };
const ofDatabase = ['--project', 'db', 'apps/server/src/db', 'apps/server/src/features'];

/** Steps one after the other; those of one line at once, because one of them mostly waits. */
const STEPS = [
  { check: () => run(process.execPath, ['scripts/check.mjs']) },
  { database: () => vitest('database', ['--project', 'db']) },
  {
    'database, PostgreSQL 15': () => vitest('database-15', ofDatabase, { ...onOldest, quiet: true }),
    programs: () => vitest('programs', ['--project', 'process']),
  },
  {
    browser: () =>
      run(bin('playwright'), ['test'], {
        cwd: join(root, 'e2e'),
        env: { CHROMIUM: chromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: `${results}/browser.json` },
      }),
  },
];

function counts(name) {
  try {
    const report = JSON.parse(readFileSync(`${results}/${name}.json`, 'utf8'));
    if (report.stats) return [report.stats.expected + report.stats.flaky, report.stats.unexpected];
    return [report.numPassedTests, report.numFailedTests];
  } catch {
    return [0, 0];
  }
}

await ensurePrerequisites();
await buildMissing();
const failed = [];

async function take(name, work) {
  const begun = Date.now();
  console.log(`\n=== ${name}`);
  const { code, output } = await work();
  if (output) console.log(`\n=== ${name}\n${output}`);
  console.log(`=== ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${Math.round((Date.now() - begun) / 1000)} s)`);
  if (code !== 0) failed.push(name);
}
for (const steps of STEPS) {
  await Promise.all(Object.entries(steps).map(([name, work]) => take(name, work)));
}
const totals = ['unit', 'database', 'database-15', 'programs', 'browser'].map(counts);
const sum = (index) => totals.reduce((total, pair) => total + pair[index], 0);
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
console.log(`\n${sum(0)} passed, ${Math.max(sum(1), failed.length)} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
