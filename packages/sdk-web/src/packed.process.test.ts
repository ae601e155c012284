import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const project = mkdtempSync(join(tmpdir(), 'trailmark-packed-'));
const run = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const write = (name: string, text: string) => writeFileSync(join(project, name), text);

/** Uses what an application would, with the types that it would see. */
const USE = `
const options: InitOptions = { token: 't1', endpoint: 'https://t.example', consent: { ad_storage: 'denied' } };
const trailmark: Trailmark = init(options);
trailmark.track('opened_menu', { size: 3 });
trailmark.payment({ amount: '9.90', currency: 'INR', type: 'ONE_TIME' });
// @ts-expect-error: a name is a text
trailmark.track(3);
// @ts-expect-error: not a type of payments
trailmark.payment({ amount: 1, type: 'LATER' });
const id: string | undefined = trailmark.visitorId();
const create: (ports: Ports, options: ClientOptions) => Client = createClient;
console.log(typeof create, id, trailmark.decorate('https://go.example/'));
`;
const NAMES = {
  web: 'init, type InitOptions, type Trailmark',
  core: 'type Client, type ClientOptions, createClient, type Ports',
};
const IMPORTS = `import { ${NAMES.web} } from '@trailmark/sdk-web';\nimport { ${NAMES.core} } from '@trailmark/sdk-core';\n`;

beforeAll(() => {
  write('package.json', JSON.stringify({ name: 'empty', version: '1.0.0', private: true }));
  run('npm', ['pack', '--silent', join(root, 'packages/sdk-core/dist')]);
  const core = readdirSync(project).filter((file) => file.endsWith('.tgz'));
  // As an installation hands it out, below /sdk.
  const packed = [...core.map((file) => `./${file}`), join(root, 'dist/sdk/trailmark-sdk-web.tgz')];
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packed]);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test('nothing else is installed', () => {
  expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@trailmark',
  ]);
  const files = readdirSync(join(project, 'node_modules/@trailmark/sdk-web'));
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'index.d.cts', 'snippet.js', 'v1.js']),
  );
});

const script =
  "const t = init({ token: 't', endpoint: '' }); t.track('a'); console.log(typeof createClient, t.decorate('b'));";
test('it can be imported, also where there is no page', () => {
  write('a.mjs', `${IMPORTS.replaceAll(/type \w+, |, type \w+/g, '')}${script}`);
  expect(run('node', ['a.mjs']).trim()).toBe('function b');
});

test('it can be required', () => {
  const required =
    "const { init } = require('@trailmark/sdk-web'); const { createClient } = require('@trailmark/sdk-core');";
  write('a.cjs', `${required}${script}`);
  expect(run('node', ['a.cjs']).trim()).toBe('function b');
});

test('its types compile in strict programs of both kinds', () => {
  write('b.mts', IMPORTS + USE);
  write('b.cts', IMPORTS + USE);
  const options = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom',
  ];
  const compile = () =>
    run(process.execPath, [
      join(root, 'node_modules/@typescript/native/bin/tsc'),
      ...options,
      '--exactOptionalPropertyTypes',
      ...['--types', ''],
      'b.mts',
      'b.cts',
    ]);
  expect(compile()).toBe('');
});
