// The client of the skan benchmark: signs postbacks beforehand, sends them, and measures bare verification.
import { createPrivateKey, createPublicKey, randomUUID, verify } from 'node:crypto';
import { signSkadnetwork } from '@trailmark/core/skan/sign-postback';
import { signedText } from '@trailmark/core/skan/signed-text';
import { answerParent } from '../child.ts';
import { type LoadResult, sendLoad } from '../load-client.ts';

/** `verify`: nothing but signatures, on one thread; `send`: the same postbacks to the product. */
export interface SkanOrder {
  kind: 'verify' | 'send';
  /** PKCS #8, base64. */
  key: string;
  appId: number;
  port: number;
  connections: number;
  seconds: number;
  /** Postbacks that are prepared. */
  count: number;
}

export interface SkanAnswer extends LoadResult {
  /** Different postbacks that were acknowledged: so many count. */
  acknowledged: number;
  repeats: number;
  replays: number;
}

type Body = Record<string, unknown>;

function newPostback({ appId }: SkanOrder, n: number): Body {
  return {
    version: '4.0',
    'ad-network-id': 'v9wttpbfk9.skadnetwork',
    'source-identifier': String(1000 + (n % 9000)),
    'app-id': appId,
    'transaction-id': randomUUID(),
    redownload: false,
    'source-app-id': 1_234_567_891,
    'fidelity-type': 1,
    'did-win': true,
    'postback-sequence-index': 0,
    'conversion-value': n % 64,
  };
}

interface Prepared {
  bodies: Body[];
  /** Which postback each request is a copy of. */
  of: number[];
  repeats: number;
  replays: number;
}

/** Of twenty requests two repeat an earlier postback as it was, and one with another value: a day has room for so many. */
function prepare(order: SkanOrder): Prepared {
  const key = createPrivateKey({ key: Buffer.from(order.key, 'base64'), format: 'der', type: 'pkcs8' });
  const prepared: Prepared = { bodies: [], of: [], repeats: 0, replays: 0 };
  for (let n = 0; n < order.count; n += 1) {
    const earlier = n - 997;
    const isCopy = earlier >= 0 && n % 20 >= 17 && prepared.of[earlier] === earlier;
    const original = isCopy ? prepared.bodies[earlier] : undefined;
    if (!original) {
      prepared.of.push(n);
      prepared.bodies.push(signSkadnetwork(newPostback(order, n), key));
      continue;
    }
    const isReplay = n % 20 === 19;
    prepared[isReplay ? 'replays' : 'repeats'] += 1;
    prepared.of.push(earlier);
    const value = (Number(original['conversion-value']) + 1) % 64;
    prepared.bodies.push(isReplay ? { ...original, 'conversion-value': value } : original);
  }
  return prepared;
}

function requestOf(body: Body): Buffer {
  const text = JSON.stringify(body);
  return Buffer.from(
    `POST /.well-known/skadnetwork/report-attribution/ HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

function verifyBare(order: SkanOrder): { answered: number; seconds: number; cpuUs: number } {
  const secret = createPrivateKey({ key: Buffer.from(order.key, 'base64'), format: 'der', type: 'pkcs8' });
  const key = createPublicKey(secret);
  const checks = prepare({ ...order, count: 500 }).bodies.map((body) => ({
    data: Buffer.from(signedText('4.0', body) ?? ''),
    signature: Buffer.from(String(body['attribution-signature']), 'base64'),
  }));
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const end = begun + order.seconds * 1000;
  let answered = 0;
  for (; performance.now() < end; answered += 1) {
    const { data, signature } = checks[answered % checks.length] as (typeof checks)[number];
    if (!verify('sha256', data, key, signature)) throw new Error('A signature is wrong.');
  }
  const { user, system } = process.cpuUsage(cpu);
  return { answered, seconds: (performance.now() - begun) / 1000, cpuUs: user + system };
}

async function send(order: SkanOrder): Promise<SkanAnswer> {
  const { bodies, of, repeats, replays } = prepare(order);
  const seen = new Set<number>();
  const { port, connections, seconds } = order;
  const result = await sendLoad({
    port,
    connections,
    seconds,
    requests: bodies.map(requestOf),
    status: 200,
    onAnswered: (index) => seen.add(of[index] ?? -1),
  });
  return { ...result, acknowledged: seen.size, repeats, replays };
}

answerParent<SkanOrder>(async (order) => (order.kind === 'verify' ? verifyBare(order) : await send(order)));
