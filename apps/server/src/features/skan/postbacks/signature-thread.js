// A thread that checks signatures. Plain JavaScript: threads start from a file as it is, also in tests.
import { verify } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

/** @param {import('./check-signatures.ts').Checks} checks */
function areRight({ keys, checks }) {
  return checks.map(([at, encoding, text, signature]) => {
    const dsaEncoding = /** @type {import('node:crypto').DSAEncoding} */ (encoding);
    try {
      const bytes = Buffer.from(signature, 'base64');
      return verify('sha256', Buffer.from(text), { key: keys[at], dsaEncoding }, bytes);
    } catch {
      // What cannot be read as a signature is an error, and no other than a wrong one.
      return false;
    }
  });
}

parentPort?.on('message', (checks) => parentPort?.postMessage(areRight(checks)));
