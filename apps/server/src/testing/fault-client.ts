// A program of its own: it sends clicks, installs and events, and writes down what was acknowledged and which requests
// failed, in a file that outlives the server's death. Arguments: url, project token, slug, number of senders, file.
import { randomBytes } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { IS_FULL } from './full-length.ts';

const [url = '', token = '', slug = '', senders = '8', path = ''] = process.argv.slice(2);
const file = openSync(path, 'a');
const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/109.0.0.0 Mobile Safari/537.36';

let stopping = false;
process.on('SIGTERM', () => {
  stopping = true;
});

const note = (kind: string, id: string) => writeSync(file, `${kind} ${id}\n`);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const ACKNOWLEDGED = '200';
/** So long that only a request which is lost takes longer. */
const TIMEOUT_MS = 30_000;
/** Between two requests of a sender: some are under way at any time, and the machine has time for the rest. */
const PAUSE_MS = IS_FULL ? 0 : 10;

/** The id stands in the first 16 bytes of the signed click. */
function clickIdOf(location: string): string {
  const referrer = new URL(location).searchParams.get('referrer') ?? '';
  const signed = new URLSearchParams(referrer).get('tm_click') ?? '';
  const hex = Buffer.from(signed, 'base64url').toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

async function click(): Promise<void> {
  const response = await fetch(`${url}/l/${slug}?sub1=${randomBytes(4).toString('hex')}`, {
    headers: { 'user-agent': ANDROID, 'x-forwarded-for': `103.1.${randomBytes(1)[0]}.${randomBytes(1)[0]}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.arrayBuffer();
  const location = response.headers.get('location');
  if (response.status === 302 && location) note('click', clickIdOf(location));
  else note('unredirected', String(response.status));
}

/** The status, and what was wrong. */
async function post(call: string, body: Record<string, unknown>): Promise<string> {
  const response = await fetch(`${url}/api/client/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, platform: 'ANDROID', ...body }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  return response.status === 200 ? ACKNOWLEDGED : `${response.status} ${text.slice(0, 200)}`;
}

/** Of a request without an answer. */
const reasonOf = (error: unknown) => {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
};

/** As clients do: the same body again until it is acknowledged. */
async function send(call: string, body: Record<string, unknown>): Promise<boolean> {
  while (!stopping) {
    const answer = await post(call, body).catch(reasonOf);
    if (answer === ACKNOWLEDGED) {
      if (PAUSE_MS > 0) await pause(PAUSE_MS);
      return true;
    }
    note('failed', `${call}: ${answer}`);
    await pause(50);
  }
  return false;
}

const newId = () => randomBytes(10).toString('hex');
const buildEvent = (install: string, id: string) => ({
  install_instance_id: install,
  event_name: 'fault',
  event_data: { id },
  event_id: id,
});

async function sendBatch(install: string): Promise<void> {
  const ids = Array.from({ length: 3 }, newId);
  const items = ids.map((id) => ({ call: 'capture-event', body: buildEvent(install, id) }));
  if (await send('batch', { install_instance_id: install, items })) for (const id of ids) note('event', id);
}

async function sender(): Promise<void> {
  while (!stopping) {
    const install = newId();
    await click().catch(async (error: unknown) => {
      note('failed', `click: ${reasonOf(error)}`);
      await pause(50);
    });
    if (await send('init', { install_instance_id: install, device_data: {} })) note('install', install);
    for (let n = 0; n < 5 && !stopping; n += 1) {
      const id = newId();
      if (await send('capture-event', buildEvent(install, id))) note('event', id);
    }
    await sendBatch(install);
    const payment = { user_id: `u${install}`, payment_id: newId(), amount: 1.25 };
    const isTaken = await send('capture-payment', { install_instance_id: install, ...payment });
    if (isTaken) note('payment', payment.payment_id);
  }
}

await Promise.all(Array.from({ length: Number(senders) }, sender));
