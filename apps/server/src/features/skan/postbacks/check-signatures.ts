import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { SkanVerdict } from '@trailmark/core/skan/postback';
import { type SignatureCheck, signatureCheck } from '@trailmark/core/skan/verify-postback';
import { AppError } from '../../../platform/app-error.ts';
import type { ReceivedPostback } from './received-postback.ts';

interface Group {
  resolve(areRight: boolean[]): void;
  reject(error: Error): void;
}

/** What the thread is sent: each key once, since to hand one over costs far more than a text does. */
export interface Checks {
  keys: KeyObject[];
  checks: [key: number, encoding: SignatureCheck['encoding'], text: string, signature: string][];
}

function asMessage(checks: SignatureCheck[]): Checks {
  const keys = [...new Set(checks.map(({ key }) => key))];
  return {
    keys,
    checks: checks.map(({ key, encoding, text, signature }) => [
      keys.indexOf(key),
      encoding,
      text,
      signature,
    ]),
  };
}

export interface SignatureChecks {
  /** The verdicts of a group, in order. */
  check(received: ReceivedPostback[]): Promise<SkanVerdict[]>;
  stop(): Promise<void>;
}

/**
 * Checks signatures on a thread of its own, one message for each group: requests are read meanwhile, and nobody is
 * woken for each signature, which costs as much as its check does. The thread starts with the first postback.
 */
export function createSignatureChecks(): SignatureChecks {
  let thread: Worker | undefined;
  let waiting: Group[] = [];

  const start = (): Worker => {
    const started = new Worker(new URL('./signature-thread.js', import.meta.url));
    // A process with nothing else to do may end.
    started.unref();
    started.on('message', (areRight: boolean[]) => waiting.shift()?.resolve(areRight));
    // Said with the exit.
    started.on('error', () => {});
    started.on('exit', () => {
      const lost = waiting;
      waiting = [];
      thread = undefined;
      const message = 'The signature cannot be checked now. Please send the postback again.';
      for (const { reject } of lost) reject(new AppError('unavailable', message, undefined, 5));
    });
    return started;
  };

  const ask = (checks: SignatureCheck[]): Promise<boolean[]> =>
    new Promise((resolve, reject) => {
      thread ??= start();
      thread.postMessage(asMessage(checks));
      waiting.push({ resolve, reject });
    });

  return {
    async check(received) {
      const checks = received.map(({ postback, keys }) => signatureCheck(postback, keys));
      const open = checks.filter((check) => typeof check !== 'string');
      const areRight = open.length > 0 ? await ask(open) : [];
      const rightOnes = new Set(open.filter((_check, at) => areRight[at]));
      return checks.map((check) => {
        if (typeof check === 'string') return check;
        return rightOnes.has(check) ? check.ifRight : 'invalid';
      });
    },
    stop: async () => {
      await thread?.terminate();
    },
  };
}
