import { DOCUMENTS, GUIDES } from '@trailmark/contract/guides';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProject } from '../testing/build.ts';
import { projectToken } from '../testing/device.ts';
import { buildServerKey } from '../testing/server-key.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function get(path: string) {
  const response = await fetch(`${server.url}${path}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

test('llms.txt lists the guides and documents at addresses that answer', async () => {
  const { status, type, text } = await get('/llms.txt');
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
  const addresses = [...text.matchAll(/\]\((\S+\.md)\)/g)].map(([, url]) => url ?? '');
  expect(addresses).toHaveLength(GUIDES.length + DOCUMENTS.length);
  for (const address of addresses) {
    expect(address.startsWith(server.kit.publicUrl)).toBe(true);
    expect((await get(new URL(address).pathname)).status).toBe(200);
  }
});

describe.each(GUIDES.map(({ slug }) => slug))('the guide %s', (slug) => {
  test('is Markdown with the address of this installation, and nothing left open', async () => {
    const { type, text } = await get(`/guides/${slug}.md`);
    expect(type).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(/^# /);
    expect(text).not.toMatch(/\{\{|\}\}/);
    // On the screen each example is a landmark by its label.
    const labels = [...text.matchAll(/^```\w+ (.+)$/gm)].map(([, label]) => label);
    expect(labels).toEqual([...new Set(labels)]);
    // Links between guides lead to guides.
    for (const [, target] of text.matchAll(/\]\(([\w-]+)\.md\)/g)) {
      expect(GUIDES.map((guide) => guide.slug)).toContain(target);
    }
  });
});

interface Example {
  method: string;
  path: string;
  body: string | undefined;
}

/** The calls that a guide shows for a terminal. */
function examplesIn(guide: string): Example[] {
  return [...guide.matchAll(/```sh \S+ \S+\n(curl[\s\S]+?)\n```/g)].map(([, text = '']) => ({
    method: text.includes('-X POST') ? 'POST' : 'GET',
    path: /https?:\/\/[^/\s]+([^\s']+)/.exec(text)?.[1] ?? '',
    body: /-d '([\s\S]+)'$/.exec(text)?.[1],
  }));
}

test.each(['android', 'ios', 'server'])('every call of the guide %s works as it is written', async (slug) => {
  const { owner, projectId } = await buildProject(server);
  const token = await projectToken(owner, projectId);
  const { key } = await buildServerKey(server, owner, projectId);
  const { text } = await get(`/guides/${slug}.md`);
  const examples = examplesIn(text);
  expect(examples.length).toBeGreaterThanOrEqual(4);
  for (const { method, path, body } of examples) {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body: body.replace('YOUR_PROJECT_TOKEN', token) }),
    });
    expect([path, response.status]).toEqual([path, 200]);
  }
});

test('another name is no guide', async () => {
  expect((await get('/guides/nothing.md')).status).toBe(404);
  expect((await get('/guides/..%2Fmetrics.md')).status).toBe(404);
});
