// A file with more than one responsibility gets long: at 300 lines it must be split.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const MOST_LINES = 300;
const EXEMPT = /(\.test\.tsx?|\.data\.ts|\.d\.ts|db\/schema\.ts|\/cases\.ts)$|^e2e\//;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((file) => file && !EXEMPT.test(file));
const long = files
  .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length }))
  .filter(({ lines }) => lines > MOST_LINES);
for (const { file, lines } of long) console.log(`${file} has ${lines} lines; ${MOST_LINES} is the most.`);
process.exitCode = long.length > 0 ? 1 : 0;
