import type { PostbackSigner } from '../apple/postback-signer.ts';
import type { Endpoint } from './phone.ts';
import type { Product } from './product.ts';
import type { Progress } from './progress.ts';
import { type DemoPostback, developmentPostbacks } from './skan-postbacks.ts';

const AT_ONCE = 16;
/** Those of the last hours are sent by devices; the others by networks, which forward them with the time. */
const BY_DEVICES_MS = 6 * 3_600_000;
const PATHS = {
  skan: '/.well-known/skadnetwork/report-attribution/',
  kit: '/.well-known/appattribution/report-attribution/',
};

interface Target {
  product: Product;
  /** A private key of the project. */
  key: string;
  signal: AbortSignal;
  progress: Progress;
}

/** Sends a postback as a phone does: to the public address, without a key. */
export async function sendAsDevice(
  { url, signal }: Pick<Endpoint, 'url' | 'signal'>,
  body: Record<string, unknown>,
): Promise<void> {
  const path = 'jws-string' in body ? PATHS.kit : PATHS.skan;
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`A postback was answered with ${answer.status}: ${await answer.text()}`);
}

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Sends the postbacks of the demo; sending them again changes nothing. */
export async function sendPostbacks(
  target: Target,
  postbacks: readonly DemoPostback[],
  signer: PostbackSigner,
): Promise<void> {
  const { product, key, signal, progress } = target;
  const endpoint = { url: product.url, signal };
  const since = (postbacks.at(-1)?.at ?? 0) - BY_DEVICES_MS;
  const isLate = ({ at }: DemoPostback) => at >= since;
  await each(
    postbacks.filter((one) => !isLate(one)),
    async ({ at, body }) => {
      const forwarded = { ...body, timestamp: new Date(at).toISOString() };
      await product.call('POST', '/v1/skan-postback', { bearer: key, body: forwarded, signal });
      progress.add(1);
    },
  );
  await each(postbacks.filter(isLate), async ({ body }) => {
    await sendAsDevice(endpoint, body);
    progress.add(1);
  });
  for (const body of developmentPostbacks(signer)) await sendAsDevice(endpoint, body);
}
