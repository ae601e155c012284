// Builds the SDKs as packages that can be published: dist holds all of it, with a package.json of its own.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './run.mjs';

const corePath = (name) => join(root, 'packages/sdk-core/src', `${name}.ts`);
const webPath = (name) => join(root, 'packages/sdk-web/src', `${name}.ts`);

const CORE_MODULES = readdirSync(join(root, 'packages/sdk-core/src'))
  .filter((file) => /^[\w-]+\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length));
/** The types that a program which uses the browser SDK sees, in the order of its documentation. */
export const WEB_TYPES = [
  ...[webPath('index'), webPath('options'), webPath('api')],
  ...[corePath('wire'), corePath('outcome')],
];

/**
 * Names of properties that stay inside the script, and are shortened there. None of them is a field of the wire, of a
 * browser's object, or of what a page passes in. Objects of different kinds may share a short name, so that the text
 * repeats itself and packs well: a line is one kind, in which each must be another.
 */
const INTERNAL = Object.fromEntries(
  [
    'lines:e add:t save:h all:d',
    'leave:e add:t clear:d backlog:n',
    'storage:c schedule:o send:t beacon:r',
    'methods:c queue:l active:m isDenied:d read:o write:s consentOf:v bodyOf:h person:e enqueue:n',
    'onOutcome:n context:c onSession:e delay:i isDenied:d max:j',
    'retryAfter:i',
  ].flatMap((kind) => kind.split(' ').map((pair) => pair.split(':'))),
);

/** Tells the browser to compile all of it while it is loaded, in the background, and nothing when it runs. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

const SNIPPET =
  'window.trailmark=window.trailmark||function(){(trailmark.q=trailmark.q||[]).push(arguments)};\n';

/** The declarations of several modules as one, without the imports between them. */
export function declarationsOf(paths) {
  const parts = paths.map((path) => {
    const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(path, 'utf8'), {
      fileName: path,
      compilerOptions: { isolatedDeclarations: true, target: ts.ScriptTarget.ES2020, stripInternal: true },
      reportDiagnostics: true,
    });
    if (diagnostics?.length) {
      const reasons = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
      throw new Error(`${path}: ${reasons.join(' ')}`);
    }
    return outputText.replace(/^import [^;]*;\n/gm, '').trim();
  });
  return `${parts.join('\n\n')}\n`;
}

async function writeModules(entry, dist) {
  const { build } = await import('esbuild');
  const shared = { ...entry, bundle: true, target: 'es2020', sourcemap: true, sourcesContent: true };
  await build({ ...shared, format: 'esm', outfile: join(dist, 'index.js') });
  await build({ ...shared, format: 'cjs', outfile: join(dist, 'index.cjs') });
}

/** What is published: the same name and version, and nothing to install. */
function writePackage(folder, dist, paths) {
  const { name, version, description, license } = JSON.parse(
    readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'),
  );
  const published = {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    main: './index.cjs',
    module: './index.js',
    types: './index.d.ts',
    exports: {
      '.': {
        import: { types: './index.d.ts', default: './index.js' },
        require: { types: './index.d.cts', default: './index.cjs' },
      },
      './*.js': './*.js',
    },
  };
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  const declarations = declarationsOf(paths);
  for (const file of ['index.d.ts', 'index.d.cts']) writeFileSync(join(dist, file), declarations);
  copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
  copyFileSync(join(root, 'packages', folder, 'README.md'), join(dist, 'README.md'));
}

export async function buildSdkCore(dist) {
  const contents = CORE_MODULES.map((name) => `export * from './src/${name}.ts';`).join('\n');
  await writeModules(
    { stdin: { contents, resolveDir: join(root, 'packages/sdk-core'), sourcefile: 'index.ts' } },
    dist,
  );
  writePackage('sdk-core', dist, CORE_MODULES.map(corePath));
}

/** esbuild joins the modules and shortens properties; the minifier of rolldown makes the smaller rest. */
export async function buildScript() {
  const { build } = await import('esbuild');
  const { minify } = await import('rolldown/utils');
  const { outputFiles } = await build({
    entryPoints: [webPath('script')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    minifySyntax: true,
    mangleProps: new RegExp(`^(${Object.keys(INTERNAL).join('|')})$`),
    mangleCache: INTERNAL,
  });
  // As constants, modules are one list of names, and a value that is used once is put in its place.
  const text = outputFiles[0].text
    .replace('"use strict";', '')
    .replace(/^ {2}var /gm, '  const ')
    .replace(/^ {2}function (\w+)(\(.*\)) \{$/gm, '  const $1 = $2 => {')
    .replace(/^ {2}}$/gm, '  };');
  const { code, errors } = await minify('v1.js', text, {
    compress: { target: 'es2020' },
    mangle: { toplevel: true },
    codegen: { removeWhitespace: true },
  });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return COMPILE_HINT + code;
}

export async function buildSdkWeb(dist) {
  await writeModules({ entryPoints: [webPath('index')] }, dist);
  writeFileSync(join(dist, 'v1.js'), await buildScript());
  writeFileSync(join(dist, 'snippet.js'), SNIPPET);
  writePackage('sdk-web', dist, WEB_TYPES);
}
