// What a signed-in person loads before the first screen shows: at most 200 kB of JavaScript, gzipped.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './run.mjs';

const MOST_BYTES = 200_000;
const FIRST_SCREEN = 'src/features/overview/overview-screen.tsx';

const dist = join(root, 'apps/dashboard/dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

function withImports(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) withImports(imported, seen);
  return seen;
}

if (!manifest[FIRST_SCREEN]) {
  console.error(`${FIRST_SCREEN} is not a chunk of its own any more.`);
  process.exit(1);
}
const keys = withImports(FIRST_SCREEN, withImports('index.html'));
const files = [...new Set([...keys].map((key) => manifest[key].file))].filter((file) => file.endsWith('.js'));
// Classic scripts of index.html, such as the theme, come on top.
files.push(...readdirSync(dist).filter((file) => file.endsWith('.js')));
const sizes = files.map((file) => [file, gzipSync(readFileSync(join(dist, file))).length]);
const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
for (const [file, bytes] of sizes) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
console.log(`${(total / 1000).toFixed(1).padStart(7)} kB  in all, of ${MOST_BYTES / 1000} kB`);
if (total > MOST_BYTES) process.exitCode = 1;
