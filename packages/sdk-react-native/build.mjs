// Builds what is published into dist: the SDK as ESM and CommonJS with its types, the Expo plugin, and the codemod.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bin, run } from '../../scripts/run.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const dist = join(here, 'dist');
const declarations = join(dist, 'declarations');

const bundle = (entry, outfile, options) =>
  build({ entryPoints: [join(here, 'src', entry)], outfile: join(dist, outfile), bundle: true, ...options });

/**
 * Copies a declaration and what it imports. The shared core is not published by itself: its declarations become part
 * of this package.
 */
function copyDeclaration(from, to, copied) {
  if (copied.has(to)) return;
  copied.add(to);
  const follow = (specifier) => {
    const [, name] = /^@trailmark\/sdk-core\/(.+)$/.exec(specifier) ?? [];
    const isCore = from.includes('/sdk-core/');
    const local = specifier.replace(/^\.\//, '').replace(/\.ts$/, '');
    const target = name ? `core/${name}` : `${isCore ? 'core/' : ''}${local}`;
    const source = name ? join(declarations, 'sdk-core/src', name) : join(dirname(from), local);
    copyDeclaration(`${source}.d.ts`, `${target}.d.ts`, copied);
    return isCore ? `./${local}.js` : `./${target}.js`;
  };
  const text = readFileSync(from, 'utf8').replace(
    /(from |import\()(['"])([^'"]+)\2/g,
    (_, before, quote, specifier) => `${before}${quote}${follow(specifier)}${quote}`,
  );
  const path = join(dist, 'types', to);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replace(/^\/\/# sourceMappingURL.*$/m, ''));
}

rmSync(dist, { recursive: true, force: true });
const sdk = { external: ['react-native'], platform: 'neutral', target: 'es2019' };
const tool = { packages: 'external', platform: 'node', target: 'node18' };
await Promise.all([
  bundle('index.ts', 'esm/index.js', { ...sdk, format: 'esm' }),
  bundle('index.ts', 'index.js', { ...sdk, format: 'cjs' }),
  bundle('plugin/with-trailmark.ts', 'plugin.cjs', { ...tool, format: 'cjs' }),
  bundle('migrate/command.ts', 'migrate.mjs', { ...tool, format: 'esm' }),
]);
// Metro knows neither .mjs nor .cjs without a setting.
writeFileSync(join(dist, 'esm/package.json'), '{ "type": "module" }\n');
const { code, output } = await run(bin('tsc'), ['-p', join(here, 'tsconfig.build.json')], { quiet: true });
if (code !== 0) throw new Error(output);
copyDeclaration(join(declarations, 'sdk-react-native/src/index.d.ts'), 'index.d.ts', new Set());
rmSync(declarations, { recursive: true });
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
