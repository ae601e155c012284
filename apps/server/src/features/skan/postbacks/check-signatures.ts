import { verify } from 'node:crypto';
import type { SkanVerdict } from '@trailmark/core/skan/postback';
import { type SignatureCheck, signatureCheck } from '@trailmark/core/skan/verify-postback';
import type { ReceivedPostback } from './received-postback.ts';

/** Of the four threads that Node has for such work, files keep one. https://nodejs.org/api/cli.html#uv_threadpool_sizesize */
const THREADS = 3;

function checkApart({ data, key, signature, ifRight }: SignatureCheck): Promise<SkanVerdict> {
  return new Promise((resolve) => {
    // What cannot be read as a signature is an error, and no other than a wrong one.
    verify('sha256', data, key, signature, (error, isRight) =>
      resolve(!error && isRight ? ifRight : 'invalid'),
    );
  });
}

/** The verdicts of a group, in order. Signatures are checked by threads of their own: requests are read meanwhile. */
export async function checkSignatures(received: ReceivedPostback[]): Promise<SkanVerdict[]> {
  const verdicts: SkanVerdict[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < received.length; at = next++) {
      const { postback, keys } = received[at] as ReceivedPostback;
      const check = signatureCheck(postback, keys);
      verdicts[at] = typeof check === 'string' ? check : await checkApart(check);
    }
  };
  await Promise.all(Array.from({ length: THREADS }, work));
  return verdicts;
}
