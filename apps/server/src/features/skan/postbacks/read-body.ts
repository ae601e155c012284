import type { IncomingMessage } from 'node:http';
import { SKAN_BODY_LIMIT } from '@trailmark/contract/skan-postbacks';
import { AppError } from '../../../platform/app-error.ts';

const tooLarge = () => new AppError('payload_too_large', 'A postback has at most 16 kB.');

/** The bytes of a body; one that is too large is refused before more of it is kept. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > SKAN_BODY_LIMIT) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    request.on('data', (part: Buffer) => {
      length += part.length;
      if (length > SKAN_BODY_LIMIT) {
        parts.length = 0;
        request.pause();
        reject(tooLarge());
      } else parts.push(part);
    });
    request.on('end', () => resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)));
    // The client is gone; nobody reads the answer.
    request.on('error', () => reject(new AppError('malformed_request', 'The request was interrupted.')));
  });
}

/** The text of a body and what it says; refuses what is not JSON. */
export function parseBody(bytes: Buffer): { text: string; body: unknown } {
  const text = bytes.toString('utf8');
  try {
    return { text, body: JSON.parse(text) as unknown };
  } catch {
    throw new AppError('malformed_request', 'The body is not JSON.');
  }
}
