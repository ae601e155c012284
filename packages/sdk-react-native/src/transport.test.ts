import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createScene, OPTIONS } from './testing/scripted-server.ts';

const HOUR = 3_600_000;
const SIGNED = { ...OPTIONS, keyId: 'key-1', secretKey: 'secret' };

test('requests are signed if there is a key', async () => {
  const scene = createScene();
  const { trailmark } = scene.phone.launch();
  void trailmark.init(SIGNED);
  await scene.time.pass(1000);
  const [request] = scene.requests;
  const hash = createHash('sha256').update(JSON.stringify(request?.body)).digest('base64');
  const text = `${request?.headers['x-Timestamp']}\nPOST\n/api/client/batch\n${hash}`;
  expect(request?.headers).toMatchObject({
    'x-Key-Id': 'key-1',
    'x-Signature': createHmac('sha256', 'secret').update(text).digest('base64'),
  });
});

test('and otherwise not', async () => {
  const scene = createScene();
  void scene.phone.launch().trailmark.init({ ...OPTIONS, keyId: 'key-1' });
  await scene.time.pass(1000);
  expect(scene.requests[0]?.headers).toEqual({
    'Content-Type': 'application/json',
    Accept: 'application/json',
  });
});

test.each([-3 * HOUR, 3 * HOUR])('a clock that is %i ms wrong is corrected by the server', async (skew) => {
  const scene = createScene();
  scene.setServerSkew(-skew);
  scene.faults.push({ status: 401, body: { msg: 'x-Timestamp is more than 5 minutes away from now.' } });
  const { trailmark } = scene.phone.launch();
  void trailmark.init(SIGNED);
  await scene.time.pass(1000);
  void trailmark.trackEvent('later');
  await scene.time.pass(1000);
  expect(scene.calls()).toEqual(['init', 'session-start', 'capture-event']);
  const [wrong, ...right] = scene.requests.map(({ headers }) => Number(headers['x-Timestamp']));
  expect(right).toHaveLength(2);
  for (const timestamp of right) {
    expect(Math.abs(timestamp - (wrong ?? 0) + skew)).toBeLessThan(5000);
  }
});

test('a key that is refused is not sent again at once', async () => {
  const scene = createScene();
  scene.faults.push({ status: 401, body: {} }, { status: 401, body: {} });
  void scene.phone.launch().trailmark.init(SIGNED);
  await scene.time.pass(400);
  expect(scene.requests).toHaveLength(1);
  await scene.time.pass(HOUR);
  expect(scene.calls()).toEqual(['init', 'session-start']);
});

test('the time that the server asks for is kept', async () => {
  const scene = createScene();
  scene.faults.push({ status: 503, retryAfter: 30, body: null });
  void scene.phone.launch().trailmark.init(OPTIONS);
  await scene.time.pass(29_000);
  expect(scene.requests).toHaveLength(1);
  await scene.time.pass(5000);
  expect(scene.requests).toHaveLength(2);
});
