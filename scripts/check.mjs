// npm run check: format, lint, types, import rules, unit tests, size, words. Two things at a time, as many as a small machine has cores.
import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildMissing } from './build.mjs';
import { bin, root, run } from './run.mjs';

const CRUISED = ['packages', 'apps', 'bench'];

function countModules(dir) {
  let count = 0;
  for (const name of readdirSync(dir)) {
    if (name === 'node_modules' || name === 'dist') continue;
    const path = join(dir, name);
    if (statSync(path).isDirectory()) count += countModules(path);
    else if (/\.tsx?$/.test(name) && !name.endsWith('.d.ts')) count += 1;
  }
  return count;
}

/** The import rules, and proof that the checker saw every module: one that sees nothing finds nothing. */
async function boundaries() {
  const { code, output } = await run(bin('depcruise'), [...CRUISED, '--output-type', 'json'], {
    quiet: true,
  });
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    return { code: code || 1, output };
  }
  const violations = report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  const seen = report.modules.filter(
    ({ source }) => /^(packages|apps|bench)\/.*\.tsx?$/.test(source) && !source.endsWith('.d.ts'),
  );
  const expected = CRUISED.reduce((sum, dir) => sum + countModules(join(root, dir)), 0);
  if (seen.length < expected) violations.push(`the checker saw ${seen.length} of ${expected} modules`);
  return { code: violations.length > 0 ? 1 : 0, output: violations.join('\n') };
}

const quiet = { quiet: true };
const unitTests = () =>
  run(
    bin('vitest'),
    [
      'run',
      '--project',
      'unit',
      // Of the tests that pass it says nothing, so that those that fail are found.
      '--reporter=agent',
      '--reporter=json',
      '--outputFile.json=.cache/test-results/unit.json',
    ],
    quiet,
  );

/** Each checker works out for itself what several need: four of them take half as much again as one. */
const types = () => {
  const checkers = Math.min(4, Math.ceil(availableParallelism() / 2));
  return run(bin('tsc'), ['-b', '--checkers', String(checkers)], quiet);
};

// The longest first, so that both workers are done at about the same time.
const STEPS = [
  ['unit tests', unitTests],
  ['types', types],
  ['format and lint', () => run(bin('biome'), ['ci', '.'], quiet)],
  ['import rules', boundaries],
  ['size of files', () => run(process.execPath, ['scripts/file-size.mjs'], quiet)],
  ['words', () => run(process.execPath, ['scripts/words.mjs'], quiet)],
  ['contract document', () => run(bin('tsx'), ['scripts/openapi.ts', '--check'], quiet)],
  ['page of metrics', () => run(bin('tsx'), ['scripts/metrics-page.ts', '--check'], quiet)],
  ['page of device data', () => run(bin('tsx'), ['scripts/device-data-page.ts', '--check'], quiet)],
  ['schema of webhooks', () => run(bin('tsx'), ['scripts/webhook-schema.ts', '--check'], quiet)],
  [
    'size of the dashboard',
    async () => {
      await buildMissing();
      return run(process.execPath, ['scripts/bundle-size.mjs'], quiet);
    },
  ],
  [
    'size of the browser SDK',
    async () => {
      await buildMissing();
      return run(process.execPath, ['scripts/sdk-size.mjs'], quiet);
    },
  ],
  ['API of the SDKs', () => run(process.execPath, ['scripts/sdk-api.mjs', '--check'], quiet)],
];

const waiting = [...STEPS];
let failed = 0;
async function worker() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, work] = step;
    const begun = Date.now();
    const { code, output } = await work();
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
    if (code !== 0) {
      failed += 1;
      console.log(output);
    }
  }
}
await Promise.all([worker(), worker()]);
process.exitCode = failed > 0 ? 1 : 0;
