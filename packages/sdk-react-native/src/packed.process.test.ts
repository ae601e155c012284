import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

/** An empty project with the packed package in it, and nothing of this repository but the parser of the codemod. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'trailmark-packed-'));
  const target = join(project, 'node_modules/@trailmark/react-native');
  mkdirSync(target, { recursive: true });
  // As an installation hands it out, below /sdk.
  run('tar', 'xzf', join(root, 'dist/sdk/trailmark-react-native.tgz'), '--strip-components=1', '-C', target);
  symlinkSync(join(root, 'node_modules/@babel'), join(project, 'node_modules/@babel'));
  write('node_modules/react-native/index.js', REACT_NATIVE);
  write('package.json', '{}');
});
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
    const command = 'node_modules/@trailmark/react-native/dist/migrate.mjs';
    const args = ['migrate', 'src', '--endpoint', 'https://tm.example'];
    expect(run(process.execPath, command, ...args)).toContain('changed app.ts');
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
