import { z } from 'zod';
import type { OutboundResponse } from '../../destinations/destination.ts';
import { readAnswer } from '../../destinations/read-answer.ts';
import type { NetworkError } from '../network-error.ts';

const Envelope = z.object({
  code: z.int(),
  message: z.string().catch(''),
  request_id: z.string().nullable().catch(null),
});

/** 20001: a part was done, and the data says which. */
const SUCCESS = [0, 20001];
const BUSY = [40100, 40700];
/** Expired, missing, and incorrect or revoked. */
const BAD_TOKEN = [40102, 40104, 40105];
const FORBIDDEN = 40001;
const FIRST_SERVER_CODE = 50000;

/** What an error of TikTok means for us. */
export interface TiktokError extends NetworkError {
  code: number;
  /** By which TikTok finds the request. */
  requestId: string | null;
}

function meaningOf(code: number): TiktokError['meaning'] {
  if (BAD_TOKEN.includes(code)) return 'bad_token';
  if (code === FORBIDDEN) return 'forbidden';
  return BUSY.includes(code) || code >= FIRST_SERVER_CODE ? 'busy' : 'refused';
}

/** null: the answer is no error of TikTok's. The status is mostly 200: it is the code that counts. */
export function readTiktokError(response: Pick<OutboundResponse, 'body'>): TiktokError | null {
  const answer = readAnswer(Envelope, response);
  if (!answer || SUCCESS.includes(answer.code)) return null;
  const { code, message, request_id: requestId } = answer;
  return { meaning: meaningOf(code), code, words: `${code}: ${message.slice(0, 200)}`, requestId };
}
