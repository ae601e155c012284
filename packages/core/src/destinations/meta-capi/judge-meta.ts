import { z } from 'zod';
import type { Judgement, OutboundResponse, Verdict } from '../destination.ts';
import { forAll, foreignAnswer, isSuccess, judgeStatus, refusedWhole } from '../judge-status.ts';
import { readAnswer } from '../read-answer.ts';

const Taken = z.object({ events_received: z.int() });

const Refused = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.int(),
    error_subcode: z.int().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined),
    is_transient: z.boolean().catch(false),
  }),
});
type MetaError = z.infer<typeof Refused>['error'];

/** https://developers.facebook.com/docs/graph-api/guides/error-handling and the limits of its Marketing API. */
const BUSY = [1, 2, 4, 17, 32, 341, 368, 613, 80000, 80003, 80004, 80014];
const BAD_TOKEN = [102, 190];
const isForbidden = (code: number) => code === 10 || (code >= 200 && code <= 299);

const wordsOf = ({ code, error_subcode: subcode, error_user_msg: forPeople, message }: MetaError) =>
  `answered ${subcode === undefined ? code : `${code}/${subcode}`}: ${(forPeople || message).slice(0, 200)}`;

/** What Meta's error says: it is the code that counts, and texts may change. */
function judgeError(error: MetaError): Verdict | 'refused' {
  if (BAD_TOKEN.includes(error.code) || isForbidden(error.code)) return { reconnect: wordsOf(error) };
  if (error.is_transient || BUSY.includes(error.code)) return { retry: wordsOf(error) };
  return 'refused';
}

/** One event that Meta does not take keeps it from taking the whole request, and it does not say which. */
export function judgeMeta(response: OutboundResponse, items: readonly unknown[], now: Date): Judgement {
  if (isSuccess(response)) {
    const taken = readAnswer(Taken, response)?.events_received;
    if (taken === undefined) return forAll(items, foreignAnswer(response, 'Meta'));
    if (taken >= items.length) return forAll(items, 'delivered');
    return refusedWhole(items, `took ${taken} of ${items.length} events`);
  }
  const error = readAnswer(Refused, response)?.error;
  if (!error || response.status >= 500) return forAll(items, judgeStatus(response, now));
  const verdict = judgeError(error);
  return verdict === 'refused' ? refusedWhole(items, wordsOf(error)) : forAll(items, verdict);
}
