import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFirstProject } from '../testing/first-project.ts';
import { canFetchNode, fetchNode, OWN_MAJOR, SUPPORTED_MAJORS } from '../testing/other-node.ts';
import { makeDataDir, type Program, STARTERS, type Starter, startProgram } from '../testing/program.ts';

const SIGN_IN = /(http:\/\/127\.0\.0\.1:\d+)\/login\/verify#token=([\w-]+)/;
const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/109.0.0.0 Mobile Safari/537.36';

const SCRIPTS = join(import.meta.dirname, '../../../../scripts');

const starter = STARTERS[0] as Starter;
/** One for all: a change to another Node keeps the data. */
const dataDir = makeDataDir(starter);
const majors = canFetchNode ? SUPPORTED_MAJORS : [OWN_MAJOR];
let program: Program | null = null;

beforeAll(async () => {
  if (!canFetchNode) {
    const here = `${process.platform} ${process.arch}`;
    process.stdout.write(`Node for ${here} is not among npm's packages: only ${process.version} is tried.\n`);
  }
  await Promise.all(majors.map(fetchNode));
});
afterAll(async () => {
  program?.process.kill('SIGTERM');
  await program?.ended;
  rmSync(dirname(dataDir), { recursive: true, force: true });
});

test.each(majors)('starts, serves and stops on Node %i', async (major) => {
  const node = await fetchNode(major);
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' });
  expect(version).toMatch(new RegExp(`^v${major}\\.`));
  program = startProgram({ ...starter, node }, { DATA_DIR: dataDir });
  const [, url = '', token = ''] = await program.until(SIGN_IN);
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 30_000 }).toBe(200);
  expect((await fetch(`${url}/overview`)).headers.get('content-type')).toContain('text/html');

  const { slug, sdkToken } = await createFirstProject(url, token);
  const visit = () => fetch(`${url}/l/${slug}`, { headers: { 'user-agent': ANDROID }, redirect: 'manual' });
  await expect.poll(async () => (await visit()).status, { timeout: 30_000 }).toBe(302);
  const init = await fetch(`${url}/api/client/init`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: sdkToken, install_instance_id: `on-${major}`, platform: 'ANDROID' }),
  });
  expect(init.status, await init.text()).toBe(200);

  program.process.kill('SIGTERM');
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(program.output()).not.toMatch(/Warning:/);
});

test.each(majors)('npm test says that it runs on Node %i', async (major) => {
  // A step that there is none of: nothing is run.
  const { status, stdout, stderr } = spawnSync(
    await fetchNode(major),
    [join(SCRIPTS, 'test.mjs'), 'nonsense'],
    {
      encoding: 'utf8',
    },
  );
  expect(stdout).toMatch(new RegExp(`^Tests run on Node ${major}\\.`));
  expect(stderr).toContain('There is no step nonsense. The steps are check, database,');
  expect(status).toBe(1);
});
