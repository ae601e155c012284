// Builds what is missing or stale: the dashboard (vite), the SDKs and the server (esbuild). Up to date is up to date by content.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { packSdks } from './pack-sdks.mjs';
import { root, run } from './run.mjs';

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
    entryPoints: [
      ...['main/serve.ts', 'main/recount.ts', 'main/recompute.ts', 'main/cluster.ts'],
      // The module that starts the thread looks for it beside itself.
      'features/skan/postbacks/signature-thread.js',
    ].map((path) => join(root, 'apps/server/src', path)),
    entryNames: '[name]',
    splitting: true,
    outdir: outDir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'linked',
    sourcesContent: false,
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

/** Reads TypeScript itself, which a start that has nothing to build does without. */
const sdkBuilder = () => import('./build-sdk.mjs');

async function buildDashboard() {
  const { build } = await import('vite');
  // Also when a test runner builds: the files are those of production. Only for the build: what is
  // started afterwards is not in production because of it.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build({ root: join(root, 'apps/dashboard'), logLevel: 'warn', build: { manifest: true } });
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
  compress(join(root, 'apps/dashboard/dist'));
}

/** Compressed once here, not at every request; the server sends what the browser takes. */
function compress(dir) {
  for (const file of filesIn(dir)) {
    if (!/\.(js|css|html|svg|json)$/.test(file)) continue;
    const text = readFileSync(file);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    writeFileSync(`${file}.br`, brotliCompressSync(text, quality));
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  }
}

const shared = ['packages/contract/src', 'packages/core/src', 'package-lock.json', 'scripts/build.mjs'];
const sdk = ['package-lock.json', 'scripts/build-sdk.mjs'];
const webSdk = [
  'packages/sdk-core/src',
  'packages/sdk-web/src',
  'packages/sdk-web/package.json',
  'packages/sdk-web/README.md',
  ...sdk,
];
const PARTS = [
  {
    name: 'dashboard',
    sources: [
      'apps/dashboard/src',
      'apps/dashboard/public',
      'apps/dashboard/index.html',
      'apps/dashboard/contract-ast.ts',
      'apps/dashboard/leave-out-schemas.ts',
      'apps/dashboard/schema-names.ts',
      'apps/dashboard/vite.config.ts',
      'docs/guides',
      ...shared,
    ],
    dist: 'apps/dashboard/dist',
    make: buildDashboard,
  },
  {
    name: 'core of the SDKs',
    sources: [
      'packages/sdk-core/src',
      'packages/sdk-core/package.json',
      'packages/sdk-core/README.md',
      ...sdk,
    ],
    dist: 'packages/sdk-core/dist',
    make: async (dist) => (await sdkBuilder()).buildSdkCore(dist),
  },
  {
    name: 'browser SDK',
    sources: webSdk,
    dist: 'packages/sdk-web/dist',
    make: async (dist) => (await sdkBuilder()).buildSdkWeb(dist),
  },
  {
    name: 'packages of the SDKs',
    sources: [
      ...webSdk,
      ...['README.md', 'TrailmarkReactNative.podspec', 'app.plugin.js', 'build.mjs', 'package.json'].map(
        (file) => `packages/sdk-react-native/${file}`,
      ),
      ...['src', 'ios', 'android/src', 'android/build.gradle', 'android/consumer-rules.pro'].map(
        (path) => `packages/sdk-react-native/${path}`,
      ),
      'scripts/pack-sdks.mjs',
    ],
    dist: 'dist/sdk',
    make: packSdks,
  },
  { name: 'server', sources: ['apps/server/src', ...shared], dist: 'apps/server/dist', make: buildServer },
];

function isBuilt(part) {
  const stamp = join(root, part.dist, '.stamp');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(part.sources);
}

/** In a process of its own: vite changes NODE_ENV of the one it runs in. */
async function buildApart() {
  if (PARTS.every(isBuilt)) return;
  const { code } = await run(process.execPath, [fileURLToPath(import.meta.url)]);
  if (code !== 0) process.exit(code);
}

let building;
/** Once for all that wait: two builds at once would delete each other's files. */
export const buildMissing = () => {
  building ??= buildApart();
  return building;
};

async function build() {
  for (const part of PARTS) {
    if (isBuilt(part)) continue;
    console.log(`Building the ${part.name}…`);
    const dist = join(root, part.dist);
    const stamp = fingerprint(part.sources);
    rmSync(dist, { recursive: true, force: true });
    mkdirSync(dist, { recursive: true });
    await part.make(dist);
    writeFileSync(join(dist, '.stamp'), stamp);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build();
}
