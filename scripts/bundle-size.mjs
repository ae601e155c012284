// What a signed-in person loads before the first screen shows: at most 172 kB of JavaScript, gzipped.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './run.mjs';

const MOST_BYTES = 172_000;
const ROOTS = ['index.html', 'src/app/start.tsx', 'src/features/overview/overview-screen.tsx'];

const dist = join(root, 'apps/dashboard/dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

function withImports(key, seen) {
  if (seen.has(key)) return;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) withImports(imported, seen);
}

const missing = ROOTS.filter((root) => !manifest[root]);
if (missing.length > 0) {
  console.error(`${missing.join(', ')}: not a chunk of its own any more.`);
  process.exit(1);
}
const keys = new Set();
for (const root of ROOTS) withImports(root, keys);
const files = [...new Set([...keys].map((key) => manifest[key].file))].filter((file) => file.endsWith('.js'));
// Classic scripts of index.html, such as the theme, come on top.
files.push(...readdirSync(dist).filter((file) => file.endsWith('.js')));
const sizes = files.map((file) => [file, gzipSync(readFileSync(join(dist, file))).length]);
const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
for (const [file, bytes] of sizes) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
console.log(`${(total / 1000).toFixed(1).padStart(7)} kB  in all, of ${MOST_BYTES / 1000} kB`);
if (total > MOST_BYTES) process.exitCode = 1;
