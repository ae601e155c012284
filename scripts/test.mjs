// npm test: everything, in order of how soon it tells that something is wrong.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildMissing } from './build.mjs';
import { chromium, ensurePrerequisites } from './prerequisites.mjs';
import { bin, root, run } from './run.mjs';

const results = join(root, '.cache/test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const vitest = (name, ...args) =>
  run(bin('vitest'), [
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}/${name}.json`,
  ]);

// PostgreSQL 15 is the floor: what talks to the database is also run on it. Random histories are told once: all that
// their reports ask of the database is asked by other tests too.
const onOldest = { env: { TEST_POSTGRES: 'system', TEST_WITHOUT: '**/truth.db.test.ts' } };

const STEPS = [
  ['check', () => run(process.execPath, ['scripts/check.mjs'])],
  ['database', () => vitest('database', '--project', 'db')],
  [
    'database, PostgreSQL 15',
    () =>
      run(
        bin('vitest'),
        [
          'run',
          '--project',
          'db',
          'apps/server/src/db',
          'apps/server/src/features',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${results}/database-15.json`,
        ],
        onOldest,
      ),
  ],
  ['programs', () => vitest('programs', '--project', 'process')],
  [
    'browser',
    () =>
      run(bin('playwright'), ['test'], {
        cwd: join(root, 'e2e'),
        env: { CHROMIUM: chromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: `${results}/browser.json` },
      }),
  ],
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
for (const [name, work] of STEPS) {
  const begun = Date.now();
  console.log(`\n=== ${name}`);
  const { code } = await work();
  console.log(`=== ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${Math.round((Date.now() - begun) / 1000)} s)`);
  if (code !== 0) failed.push(name);
}
const totals = ['unit', 'database', 'database-15', 'programs', 'browser'].map(counts);
const sum = (index) => totals.reduce((total, pair) => total + pair[index], 0);
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
console.log(`\n${sum(0)} passed, ${Math.max(sum(1), failed.length)} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
