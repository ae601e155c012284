import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VERSION } from '../version.ts';
import { runMigrate } from './main.ts';

const FILES: Record<string, string> = {
  'package.json':
    '{\n    "dependencies": {\n        "rn-linkrunner": "2.10.1",\n        "expo": "52"\n    }\n}\n',
  'app.json': JSON.stringify({
    expo: {
      name: 'Kite',
      plugins: [
        ['expo-linkrunner', { userTrackingPermission: 'For ads.', disableIdfa: false }],
        'expo-router',
      ],
    },
  }),
  'src/app.ts': "import linkrunner from 'rn-linkrunner';\nlinkrunner.init(TOKEN);\n",
  'src/broken.ts': "import linkrunner from 'rn-linkrunner';\nlinkrunner.init((;\n",
  'ios/Kite/Info.plist': '<key>AttributionCopyEndpoint</key>\n<string>https://linkrunner-skan.com</string>\n',
  'node_modules/rn-linkrunner/index.js': "require('rn-linkrunner');\n",
};
let root = '';
const read = (path: string) => readFileSync(join(root, path), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trailmark-migrate-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterEach(() => rmSync(root, { recursive: true }));

const migrate = (...more: string[]) =>
  runMigrate(['migrate', root, '--endpoint', 'https://tm.example', ...more]);

describe('migrate', () => {
  test('changes sources, dependencies and the plugin, and names the rest', () => {
    const { output, code } = migrate();
    expect(code).toBe(0);
    expect(output).toContain('changed package.json');
    expect(output).toContain(
      'ios/Kite/Info.plist:2  not changed: <string>https://linkrunner-skan.com</string>',
    );
    expect(output).toContain('src/broken.ts:1  could not be read');
    expect(read('package.json')).toBe(
      `{\n    "dependencies": {\n        "@trailmark/react-native": "^${VERSION}",\n        "expo": "52"\n    }\n}\n`,
    );
    expect(JSON.parse(read('app.json')).expo.plugins).toEqual([
      ['@trailmark/react-native', { userTrackingPermission: 'For ads.' }],
      'expo-router',
    ]);
    expect(read('src/app.ts')).toBe(
      "import { trailmark } from '@trailmark/react-native';\n" +
        "trailmark.init({ token: TOKEN, endpoint: 'https://tm.example' });\n",
    );
    for (const path of ['src/broken.ts', 'node_modules/rn-linkrunner/index.js']) {
      expect(read(path)).toBe(FILES[path]);
    }
  });

  test('leaves the package where it was installed from', () => {
    const installed = { 'rn-linkrunner': '2.10.1', '@trailmark/react-native': 'file:trailmark.tgz' };
    writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies: installed }));
    migrate();
    expect(JSON.parse(read('package.json')).dependencies).toEqual({
      '@trailmark/react-native': 'file:trailmark.tgz',
    });
  });

  test('only says what it would do with --dry-run', () => {
    expect(migrate('--dry-run').output).toContain('would change src/app.ts');
    for (const [path, text] of Object.entries(FILES)) expect(read(path)).toBe(text);
  });
});

test.each([
  [[]],
  [['migrate']],
  [['migrate', '.']],
  [['migrate', '.', '--endpoint', 'trailmark']],
  [['migrate', '/nowhere/at/all', '--endpoint', 'https://tm.example']],
  [['migrate', '.', '--unknown']],
])('%j is refused, with how to use it', (args) => {
  const { code, output } = runMigrate(args);
  expect(code).toBe(2);
  expect(output.length).toBeGreaterThan(10);
});
