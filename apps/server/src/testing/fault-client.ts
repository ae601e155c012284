// A program of its own: it sends clicks, installs and events, and writes down what was acknowledged, in a file
// that outlives the server's death. Arguments: url, project token, slug, number of senders, file.
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

const acknowledged = (kind: string, id: string) => writeSync(file, `${kind} ${id}\n`);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
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
    signal: AbortSignal.timeout(5000),
  });
  await response.arrayBuffer();
  const location = response.headers.get('location');
  if (response.status === 302 && location) acknowledged('click', clickIdOf(location));
  else acknowledged('unredirected', String(response.status));
}

async function post(call: string, body: Record<string, unknown>): Promise<number> {
  const response = await fetch(`${url}/api/client/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, platform: 'ANDROID', ...body }),
    signal: AbortSignal.timeout(5000),
  });
  await response.arrayBuffer();
  return response.status;
}

/** As clients do: the same body again until it is acknowledged. */
async function send(kind: string, id: string, call: string, body: Record<string, unknown>): Promise<void> {
  while (!stopping) {
    try {
      if ((await post(call, body)) === 200) {
        acknowledged(kind, id);
        if (PAUSE_MS > 0) await pause(PAUSE_MS);
        return;
      }
    } catch {
      // The server is dead or dying: that is the point.
    }
    await pause(50);
  }
}

async function sender(): Promise<void> {
  while (!stopping) {
    const install = randomBytes(10).toString('hex');
    await click().catch(() => pause(50));
    await send('install', install, 'init', { install_instance_id: install, device_data: {} });
    for (let n = 0; n < 5 && !stopping; n += 1) {
      const id = randomBytes(10).toString('hex');
      const event = { install_instance_id: install, event_name: 'fault', event_data: { id }, event_id: id };
      await send('event', id, 'capture-event', event);
    }
    const id = randomBytes(10).toString('hex');
    await send('payment', id, 'capture-payment', {
      install_instance_id: install,
      user_id: `u${install}`,
      payment_id: id,
      amount: 1.25,
    });
  }
}

await Promise.all(Array.from({ length: Number(senders) }, sender));
