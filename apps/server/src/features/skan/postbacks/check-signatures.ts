import { verify } from 'node:crypto';
import type { SkanVerdict } from '@trailmark/core/skan/postback';
import { signatureCheck } from '@trailmark/core/skan/verify-postback';
import type { ReceivedPostback } from './received-postback.ts';

/**
 * Signatures that are handed over at once. Node's threads work through them without waking anybody in between, which
 * costs as much as a check does; files, which the same threads read and write, wait no longer than for so many.
 */
export const CHECKED_AT_ONCE = 64;

function checkApart({ postback, keys }: ReceivedPostback): Promise<SkanVerdict> | SkanVerdict {
  const check = signatureCheck(postback, keys);
  if (typeof check === 'string') return check;
  return new Promise((resolve) => {
    // What cannot be read as a signature is an error, and no other than a wrong one.
    verify('sha256', check.data, check.key, check.signature, (error, isRight) =>
      resolve(!error && isRight ? check.ifRight : 'invalid'),
    );
  });
}

/** The verdicts of a group, in order. Signatures are checked by threads of their own: requests are read meanwhile. */
export const checkSignatures = (received: ReceivedPostback[]): Promise<SkanVerdict[]> =>
  Promise.all(received.map(checkApart));
