// Builds what is missing or stale: the dashboard (vite) and the server (esbuild). Up to date is up to date by content.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './run.mjs';

function* filesIn(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) =>
    a.name.localeCompare(b.name),
  )) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const absolute = join(root, path);
    for (const file of existsSync(absolute) && !/\.\w+$/.test(path) ? filesIn(absolute) : [absolute]) {
      hash.update(relative(root, file)).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

async function buildServer(outDir) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(root, 'apps/server/src/main/serve.ts')],
    outdir: outDir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'linked',
    plugins: [
      {
        name: 'packages-stay-outside',
        setup(esbuild) {
          esbuild.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@trailmark/') ? null : { path, external: true },
          );
        },
      },
    ],
  });
}

async function buildDashboard() {
  const { build } = await import('vite');
  await build({ root: join(root, 'apps/dashboard'), logLevel: 'warn' });
}

const shared = ['packages/contract/src', 'package-lock.json', 'scripts/build.mjs'];
const PARTS = [
  {
    name: 'dashboard',
    sources: [
      'apps/dashboard/src',
      'apps/dashboard/public',
      'apps/dashboard/index.html',
      'apps/dashboard/vite.config.ts',
      ...shared,
    ],
    dist: 'apps/dashboard/dist',
    make: buildDashboard,
  },
  { name: 'server', sources: ['apps/server/src', ...shared], dist: 'apps/server/dist', make: buildServer },
];

export async function buildMissing(progress) {
  for (const part of PARTS) {
    const dist = join(root, part.dist);
    const stamp = join(dist, '.stamp');
    const wanted = fingerprint(part.sources);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue;
    progress(`Building the ${part.name}…`);
    rmSync(dist, { recursive: true, force: true });
    mkdirSync(dist, { recursive: true });
    await part.make(dist);
    writeFileSync(stamp, wanted);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildMissing((line) => console.log(line));
}
