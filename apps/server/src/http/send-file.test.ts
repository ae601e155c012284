import { get, type IncomingMessage, request as send } from 'node:http';
import { anyone, FileAnswer, route } from '@trailmark/contract/route';
import { fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../platform/app-error.ts';
import { systemClock } from '../platform/clock.ts';
import type { Kit } from '../platform/kit.ts';
import { until } from '../testing/until.ts';
import { answerError } from './errors.ts';
import { onPublic } from './handled.ts';
import { mount } from './mount.ts';

const PIECE = Buffer.alloc(1_000_000, 'x');
const PIECES = 200;

const file = route({
  method: 'GET',
  path: '/file/:kind',
  tag: 'Test',
  summary: 'A file',
  access: anyone,
  answers: 'file',
  params: z.object({ kind: z.string() }),
  response: FileAnswer,
});

let app: ReturnType<typeof fastify>;
let url: string;
let taken = 0;
let isReleased = false;

async function* pieces(count: number, failsAt = Number.NaN): AsyncGenerator<Uint8Array | string> {
  try {
    for (taken = 0; taken < count; ) {
      if (taken === failsAt) throw new AppError('conflict', 'It broke.');
      taken += 1;
      yield PIECE;
    }
  } finally {
    isReleased = true;
  }
}

const BODIES: Record<string, () => FileAnswer['body']> = {
  text: () => 'text',
  bytes: () => Buffer.from('bytes'),
  short: () => pieces(3),
  empty: () => pieces(0),
  long: () => pieces(PIECES),
  'broken-first': () => pieces(3, 0),
  'broken-later': () => pieces(3, 2),
};

beforeEach(async () => {
  [taken, isReleased] = [0, false];
  app = fastify();
  app.setErrorHandler(answerError);
  const kit = { clock: systemClock } as Kit;
  const handled = onPublic(file, async ({ params: { kind } }) => ({
    contentType: 'text/csv',
    filename: `a "b"\r\n${kind}.csv`,
    body: BODIES[kind]!(),
    attachment: kind !== 'text',
    ...(kind === 'short' ? { bytes: 3 * PIECE.length } : {}),
  }));
  mount(app, kit, [handled]);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

const ask = (kind: string) => fetch(`${url}/api/file/${kind}`);

/** An answer that nobody reads yet. */
const open = (kind: string) =>
  new Promise<IncomingMessage>((resolve) => {
    get(`${url}/api/file/${kind}`, (response) => resolve(response.pause()));
  });

describe('a file', () => {
  test.each(['text', 'bytes'])('of one piece goes out as it is: %s', async (kind) => {
    const response = await ask(kind);
    expect(await response.text()).toBe(kind);
    expect(response.headers.get('content-length')).toBe(String(kind.length));
    expect(response.headers.get('content-disposition')).toBe(
      `${kind === 'text' ? 'inline' : 'attachment'}; filename="a__b___${kind}.csv"`,
    );
  });

  test('of many pieces goes out whole, with its length where it is known', async () => {
    const response = await ask('short');
    expect(response.headers.get('content-length')).toBe(String(3 * PIECE.length));
    expect(response.headers.get('content-type')).toBe('text/csv');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await response.arrayBuffer()).byteLength).toBe(3 * PIECE.length);
    expect(isReleased).toBe(true);
  });

  test('without any piece is empty', async () => {
    const response = await ask('empty');
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test('is not produced for a HEAD request', async () => {
    const response = await fetch(`${url}/api/file/short`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([
      200,
      String(3 * PIECE.length),
    ]);
    expect(taken).toBe(0);
  });

  test('is read no faster than it is fetched, and to its end when it is', async () => {
    const response = await open('long');
    // Without a reader the buffers between the two sides fill up, and then nothing more is taken.
    let before = -1;
    await until(() => {
      const isStill = taken === before;
      before = taken;
      return isStill;
    });
    expect(taken).toBeLessThan(PIECES / 2);
    let bytes = 0;
    for await (const part of response) bytes += (part as Buffer).length;
    expect([bytes, taken]).toEqual([PIECES * PIECE.length, PIECES]);
  });

  test('is released when the client hangs up', async () => {
    const response = await open('long');
    response.destroy();
    await until(() => isReleased);
    expect(taken).toBeLessThan(PIECES);
  });

  test('that breaks before its first piece is a refusal like any other', async () => {
    const response = await ask('broken-first');
    expect(response.status).toBe(409);
    expect(response.headers.get('content-disposition')).toBe(null);
    expect(await response.json()).toMatchObject({ msg: 'It broke.', error: { code: 'conflict' } });
  });

  test('that breaks later does not look whole', async () => {
    const outcome = await new Promise<string>((resolve) => {
      send(`${url}/api/file/broken-later`, (response) => {
        response.resume();
        response.on('end', () => resolve('whole'));
        response.on('error', () => resolve('broken'));
      }).end();
    });
    expect(outcome).toBe('broken');
  });
});
