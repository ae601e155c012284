import { request as send } from 'node:http';
import type { Route } from '@trailmark/contract/route';
import { contractRouteOf, type Finding } from './access-walk.ts';
import { freshIp } from './browser.ts';
import type { TestServer } from './test-server.ts';

/** Far over every limit, and none of it is ever sent: a server that waits for it does not answer. */
const ANNOUNCED_BYTES = 1024 ** 3;

/** Bodies that no route takes. `length` is what the header says, where that is not the length of the text. */
const BODIES: { name: string; text: string; type?: string; length?: number }[] = [
  { name: 'malformed JSON', text: '{"project_id": ' },
  { name: 'a body of another type', text: '<project/>', type: 'application/xml' },
  { name: 'a body over every limit', text: '{', length: ANNOUNCED_BYTES },
];

async function statusOf(server: TestServer, route: Route, body: (typeof BODIES)[number]): Promise<number> {
  const path = route.path.replace(/:\w+/g, 'none');
  const headers = {
    'content-type': body.type ?? 'application/json',
    'content-length': body.length ?? body.text.length,
    'x-forwarded-for': freshIp(),
  };
  return await new Promise((resolve, reject) => {
    const request = send(`${server.url}/api${path}`, { method: route.method, headers, agent: false });
    request.on('error', reject);
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    request.write(body.text);
    if (body.length === undefined) request.end();
  });
}

/** The calls that need somebody whom a header names: a person by their session, a server by its key. */
function needsCaller({ access, method }: Route): boolean {
  return method !== 'GET' && access.kind !== 'public' && access.kind !== 'sdk';
}

/** Sends every mounted call that needs a caller what it cannot read, as nobody: who it is must be asked first. */
export async function walkBodies(server: TestServer): Promise<{ walked: number; findings: Finding[] }> {
  const routes = server.app.mountedRoutes
    .flatMap((mounted) => contractRouteOf(mounted) ?? [])
    .filter(needsCaller);
  const findings: Finding[] = [];
  for (const route of routes) {
    for (const body of BODIES) {
      const status = await statusOf(server, route, body);
      if (status === 401) continue;
      const name = `${route.method} /api${route.path}`;
      findings.push({ route: name, who: `nobody, ${body.name}`, expected: '401', got: String(status) });
    }
  }
  return { walked: routes.length, findings };
}
