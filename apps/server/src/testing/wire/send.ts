import { once } from 'node:events';
import { type ClientRequest, request as open } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer } from '../device.ts';
import type { TestServer } from '../test-server.ts';
import { until } from '../until.ts';
import type { WireRequest } from './vectors.ts';

function begin(server: TestServer, sent: WireRequest): ClientRequest {
  const body = Buffer.from(sent.rawBody ?? JSON.stringify(sent.body));
  const headers = {
    'content-type': 'application/json',
    ...sent.headers,
    'content-length': String(body.length),
    'x-forwarded-for': '103.21.4.5',
  };
  // A connection of its own, which can be broken.
  const request = open(`${server.url}/api/client/${sent.call}`, { method: 'POST', headers, agent: false });
  request.end(body);
  return request;
}

export async function sendAndRead(server: TestServer, sent: WireRequest): Promise<Omit<Answer, 'headers'>> {
  const [response] = await once(begin(server, sent), 'response');
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return { status: response.statusCode, json: JSON.parse(Buffer.concat(parts).toString('utf8')) };
}

/** Connections of this server's pools for which something holds; other programs of the database do not count. */
const count = async (server: TestServer, where: string, values: unknown[] = []) => {
  const text = `
    select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'trailmark' and pid <> pg_backend_pid() and ${where}`;
  return (await server.pool.query(text, values)).rowCount ?? 0;
};

/**
 * A request that arrives and whose connection is broken before its answer is written: a table is locked until the
 * server has seen the end of the connection, and `meanwhile` is done.
 */
export async function sendAndBreak(
  server: TestServer,
  sent: WireRequest,
  {
    lock = 'installs in access exclusive mode',
    meanwhile,
  }: { lock?: string; meanwhile?: () => unknown } = {},
): Promise<void> {
  const blocker = await server.pool.connect();
  await blocker.query(`begin; lock table ${lock}`);
  const { rows } = await blocker.query<{ pid: number }>('select pg_backend_pid() as pid');
  const connected = once(server.app.server, 'connection') as Promise<[Socket]>;
  const request = begin(server, sent);
  const failed = once(request, 'error');
  const [socket] = await connected;
  const closed = once(socket, 'close');
  const isBlocked = '$1::int = any (pg_blocking_pids(pid))';
  await until(async () => (await count(server, isBlocked, [rows[0]?.pid])) > 0);
  request.destroy(new Error('The connection broke.'));
  await Promise.all([failed, closed]);
  await meanwhile?.();
  await blocker.query('rollback');
  blocker.release();
  // Whatever it was doing is done, and so is what it does about the lost answer.
  await until(async () => (await count(server, `state <> 'idle'`)) === 0);
}
