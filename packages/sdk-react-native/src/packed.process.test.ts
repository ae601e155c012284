import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const here = fileURLToPath(new URL('..', import.meta.url));
const root = join(here, '../..');
let project = '';

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const node = (path: string, text: string) => {
  write(path, text);
  return run(process.execPath, path).trim();
};
function write(path: string, text: string) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** What React Native gives: enough for the SDK to be loaded in Node. */
const REACT_NATIVE = `
exports.NativeModules = { Trailmark: null };
exports.Platform = { OS: 'android' };
exports.AppState = { currentState: 'active', addEventListener() {} };
exports.Linking = { getInitialURL: async () => null, addEventListener() {} };
`;

/** What the package needs, packed from here so that npm asks no registry. */
const NEEDED = ['parser', 'types', 'helper-string-parser', 'helper-validator-identifier'];

/** An empty project into which npm has installed the packed package. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'trailmark-packed-'));
  write('package.json', '{}');
  write('react-native/package.json', '{ "name": "react-native", "version": "0.80.0", "main": "index.js" }');
  write('react-native/index.js', REACT_NATIVE);
  const folders = [...NEEDED.map((name) => join(root, 'node_modules/@babel', name)), './react-native'];
  const packed = run('npm', 'pack', '--silent', ...folders)
    .trim()
    .split('\n');
  // As an installation hands it out, below /sdk.
  const own = join(root, 'dist/sdk/trailmark-react-native.tgz');
  const quiet = ['--offline', '--no-audit', '--no-fund', '--silent'];
  run('npm', 'install', ...quiet, own, ...packed.map((file) => `./${file}`));
}, 120_000);
afterAll(() => rmSync(project, { recursive: true }));

describe('the published package', () => {
  const USE = 'console.log(typeof trailmark.init, trailmark.getPackageVersion())';
  const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

  test('is loaded as ESM and as CommonJS', () => {
    expect(node('a.mjs', `import { trailmark } from '@trailmark/react-native'; ${USE}`)).toBe(
      `function ${version}`,
    );
    expect(node('a.cjs', `const { trailmark } = require('@trailmark/react-native'); ${USE}`)).toBe(
      `function ${version}`,
    );
  });

  test.each(['nodenext', 'bundler'])('has types that stand alone, for %s', (resolution) => {
    write(
      'app.ts',
      `import { trailmark, type AttributionData, type DeepLink } from '@trailmark/react-native';
       export const start = async (): Promise<AttributionData | undefined> => {
         trailmark.onDeepLink(({ deeplink, isDeferred }: DeepLink) => void [deeplink.length, isDeferred]);
         await trailmark.init({ token: 't', endpoint: 'https://tm.example', consent: { adStorage: 'granted' } });
         await trailmark.capturePayment({ amount: 1, type: 'ONE_TIME' });
         // @ts-expect-error: there is no such type of payments.
         await trailmark.capturePayment({ amount: 1, type: 'OTHER' });
         return await trailmark.getAttributionData();
       };`,
    );
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
    write(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          module,
          moduleResolution: resolution,
          target: 'es2022',
          lib: ['es2022'],
          types: [],
          strict: true,
          exactOptionalPropertyTypes: true,
          skipLibCheck: false,
          noEmit: true,
        },
        files: ['app.ts'],
      }),
    );
    expect(run(join(root, 'node_modules/.bin/tsc'), '-p', '.')).toBe('');
  });

  test('has the plugin of Expo and the codemod', () => {
    const plugin = "const plugin = require('@trailmark/react-native/app.plugin.js');";
    const use =
      "console.log(plugin({ name: 'x' }, { linkDomains: ['a.example'] }).ios.associatedDomains[0]);";
    expect(node('plugin.cjs', plugin + use)).toBe('applinks:a.example');
    write('src/app.ts', "import linkrunner from 'rn-linkrunner';\n");
    const args = ['migrate', 'src', '--endpoint', 'https://tm.example'];
    expect(run('npm', 'exec', '--offline', '--', 'trailmark-react-native', ...args)).toContain(
      'changed app.ts',
    );
  });

  test('has the native sources, and no tests', () => {
    const files = run('find', 'node_modules/@trailmark/react-native', '-type', 'f').trim().split('\n');
    const names = files.map((path) => path.replace('node_modules/@trailmark/react-native/', ''));
    for (const needed of [
      'TrailmarkReactNative.podspec',
      'ios/Trailmark.m',
      'ios/Trailmark.swift',
      'android/build.gradle',
      'android/src/main/AndroidManifest.xml',
      'android/src/main/java/io/trailmark/reactnative/TrailmarkModule.kt',
      'app.plugin.js',
      'dist/types/index.d.ts',
    ]) {
      expect(names).toContain(needed);
    }
    expect(names.filter((name) => /test|^src\/|fixtures/.test(name))).toEqual([]);
  });
});
