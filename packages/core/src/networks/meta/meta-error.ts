import { z } from 'zod';
import type { OutboundResponse } from '../../destinations/destination.ts';
import { readAnswer } from '../../destinations/read-answer.ts';
import type { NetworkError } from '../network-error.ts';

const Refused = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.int(),
    error_subcode: z.int().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined),
    is_transient: z.boolean().catch(false),
    fbtrace_id: z.string().nullable().catch(null),
  }),
});

/** https://developers.facebook.com/docs/graph-api/guides/error-handling and the limits of its Marketing API. */
const BUSY = [1, 2, 4, 17, 32, 341, 368, 613, 80000, 80003, 80004, 80014];
const BAD_TOKEN = [102, 190];
const isForbidden = (code: number) => code === 10 || (code >= 200 && code <= 299);

/** What an error of Meta means for us. */
export interface MetaError extends NetworkError {
  code: number;
  traceId: string | null;
}

/** null: the answer is no error of Meta's. It is the code that counts: texts may change. */
export function readMetaError(response: Pick<OutboundResponse, 'body'>): MetaError | null {
  const error = readAnswer(Refused, response)?.error;
  if (!error) return null;
  const {
    code,
    error_subcode: subcode,
    error_user_msg: forPeople,
    message,
    is_transient: isTransient,
  } = error;
  const meaning = BAD_TOKEN.includes(code)
    ? 'bad_token'
    : isForbidden(code)
      ? 'forbidden'
      : isTransient || BUSY.includes(code)
        ? 'busy'
        : 'refused';
  const number = subcode === undefined ? String(code) : `${code}/${subcode}`;
  const words = `${number}: ${(forPeople || message).slice(0, 200)}`;
  return { meaning, code, words, traceId: error.fbtrace_id };
}
