// npm test [-- check database database-15 programs browser]: everything, or what is named, in order of how soon it finds
// that something is wrong. npm run test:full: at its greatest length, for a release.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildMissing } from './build.mjs';
import { makeMemoryDir } from './memory-dir.mjs';
import { chromium, ensurePrerequisites } from './prerequisites.mjs';
import { bin, root, run } from './run.mjs';

const results = join(root, '.cache/test-results');
const isFull = process.argv.includes('--full');
const requested = process.argv.slice(2).filter((name) => name !== '--full');

/** For every test at full length; variables with names of their own can also be set by hand, for one test. */
const full = isFull ? { TEST_FULL: '1' } : {};

const vitest = (name, args, options = {}) =>
  run(
    bin('vitest'),
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${results}/${name}.json`],
    { ...options, env: { ...full, ...options.env } },
  );

const statements = join(results, 'statements');

// PostgreSQL 15 is the floor. It gets the migrations, every statement that the other run has sent, to be prepared, and
// the tests of statements whose plans matter; at full length all that talks to the database, but for random histories
// of reports: what they ask of the database is asked by other tests too.
const areRecorded = requested.length === 0 || requested.includes('database');
const onOldest = {
  env: {
    TEST_POSTGRES: 'system',
    TEST_WITHOUT: '**/truth.db.test.ts',
    ...(areRecorded ? { STATEMENTS: statements } : {}),
  },
};
const PLANS = ['access/visible-people-statement', 'features/attribution/candidate-statement'];
PLANS.push('pipeline/steps/resolve-installs', 'features/people', 'features/ingest/ingest.db');
const ofDatabase = (isFull ? ['db', 'access', 'pipeline', 'features'] : ['db', ...PLANS]).map(
  (path) => `apps/server/src/${path}`,
);

/** Lines one after the other. Those of one line at once, each in its order, because the programs mostly wait. */
const STEPS = [
  [{ check: () => run(process.execPath, ['scripts/check.mjs']) }],
  [
    {
      database: () =>
        vitest('database', ['--project', 'db'], {
          // The programs beside it mostly wait, but must not be kept waiting: somebody else counts the seconds there.
          patient: true,
          env: {
            RECORD_STATEMENTS: statements,
            ...(isFull ? { TRUTH_SCENES: 'all', FUZZ_SHOTS: 'all' } : {}),
          },
        }),
      'database-15': () => vitest('database-15', ['--project', 'db', ...ofDatabase], onOldest),
    },
    { programs: () => vitest('programs', ['--project', 'process'], { quiet: true }) },
  ],
  [
    {
      browser: () =>
        run(bin('playwright'), ['test'], {
          cwd: join(root, 'e2e'),
          env: {
            CHROMIUM: chromium(),
            PLAYWRIGHT_JSON_OUTPUT_NAME: `${results}/browser.json`,
            ...full,
            ...(isFull ? { PICTURES: '1' } : {}),
          },
        }),
    },
  ],
];

/** Tests of a browser's report: those of a file, and of its groups. */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

const firstLine = (text) => text.split('\n', 1)[0];

/** How many tests of a step passed, and which failed. */
function resultOf(name) {
  let report;
  try {
    report = JSON.parse(readFileSync(`${results}/${name}.json`, 'utf8'));
  } catch {
    return { passed: 0, failed: [] };
  }
  if (report.stats) {
    const failed = specsOf(report).filter(({ ok }) => !ok);
    return {
      passed: report.stats.expected + report.stats.flaky,
      failed: failed.map(({ file, title }) => `${file}: ${title}`),
    };
  }
  const failed = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap((file) => {
      const tests = file.assertionResults.filter(({ status }) => status === 'failed');
      const said = tests.map(({ fullName, failureMessages: [why = ''] }) => `${fullName}: ${firstLine(why)}`);
      // A file can fail as a whole, before its tests.
      return (tests.length > 0 ? said : [firstLine(file.message)]).map(
        (text) => `${relative(root, file.name)}: ${text}`,
      );
    });
  return { passed: report.numPassedTests, failed };
}

const node = `Node ${process.versions.node}, ${process.platform} ${process.arch}`;
console.log(`Tests run on ${node}; the product is also started on the other versions that it supports.`);
const names = STEPS.flat().flatMap((steps) => Object.keys(steps));
const unknown = requested.find((name) => !names.includes(name));
if (unknown) {
  console.error(`There is no step ${unknown}. The steps are ${names.join(', ')}.`);
  process.exit(1);
}
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
await ensurePrerequisites();
await buildMissing();
const memoryDir = makeMemoryDir();
if (memoryDir) {
  process.env.TMPDIR = memoryDir;
  process.once('exit', () => rmSync(memoryDir, { recursive: true, force: true }));
}
const failed = [];
const parts = [];

async function take(name, work) {
  const begun = Date.now();
  console.log(`\n=== ${name}`);
  const { code, output } = await work();
  if (output) console.log(`\n=== ${name}\n${output}`);
  parts.push(`${name} ${Math.round((Date.now() - begun) / 1000)} s`);
  console.log(`=== ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${parts.at(-1)})`);
  if (code !== 0) failed.push(name);
}
const takeAll = async (steps) => {
  for (const [name, work] of Object.entries(steps)) {
    if (requested.length === 0 || requested.includes(name)) await take(name, work);
  }
};
for (const line of STEPS) await Promise.all(line.map(takeAll));
const outcomes = ['unit', 'database', 'database-15', 'programs', 'browser'].map((name) => [
  name,
  resultOf(name),
]);
const passed = outcomes.reduce((total, [, result]) => total + result.passed, 0);
// Once more at the end: what was printed when they failed may be long ago.
const tests = outcomes.flatMap(([name, result]) => result.failed.map((test) => `${name}: ${test}`));
if (failed.length > 0) console.log(['', 'Failed:', ...failed, ...tests].join('\n  '));
console.log(`\nTook ${Math.round(process.uptime())} s: ${parts.join(', ')}.`);
console.log(`${passed} passed, ${Math.max(tests.length, failed.length)} failed, on ${node}`);
process.exitCode = failed.length > 0 ? 1 : 0;
