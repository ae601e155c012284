import { generatePrivateKey } from '@trailmark/contract/keys';
import type { TestPerson } from './build.ts';
import type { Answer } from './device.ts';
import type { TestServer } from './test-server.ts';

/** Somebody's server: it calls with a private key of its project. */
export async function buildServerKey(server: TestServer, owner: TestPerson, projectId: string) {
  const body = { project_id: projectId };
  const { private_key: key } = await owner.call(generatePrivateKey, { body });
  const send = async (method: string, path: string, json?: unknown): Promise<Answer> => {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return { status: response.status, json: await response.json(), headers: response.headers };
  };
  return {
    key,
    get: (path: string, query: Record<string, string> = {}) =>
      send('GET', `${path}?${new URLSearchParams(query)}`),
    post: (path: string, json: unknown) => send('POST', path, json),
  };
}

export type TestServerKey = Awaited<ReturnType<typeof buildServerKey>>;
