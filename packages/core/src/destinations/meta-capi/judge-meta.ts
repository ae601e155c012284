import { z } from 'zod';
import { type MetaError, readMetaError } from '../../networks/meta/meta-error.ts';
import type { Judgement, OutboundResponse, Verdict } from '../destination.ts';
import { forAll, foreignAnswer, isSuccess, judgeStatus, refusedWhole } from '../judge-status.ts';
import { readAnswer } from '../read-answer.ts';

const Taken = z.object({ events_received: z.int() });

function judgeError({ meaning, words }: MetaError): Verdict | 'refused' {
  if (meaning === 'bad_token' || meaning === 'forbidden') return { reconnect: `answered ${words}` };
  return meaning === 'busy' ? { retry: `answered ${words}` } : 'refused';
}

/** One event that Meta does not take keeps it from taking the whole request, and it does not say which. */
export function judgeMeta(response: OutboundResponse, items: readonly unknown[], now: Date): Judgement {
  if (isSuccess(response)) {
    const taken = readAnswer(Taken, response)?.events_received;
    if (taken === undefined) return forAll(items, foreignAnswer(response, 'Meta'));
    if (taken >= items.length) return forAll(items, 'delivered');
    return refusedWhole(items, `took ${taken} of ${items.length} events`);
  }
  const error = readMetaError(response);
  if (!error || response.status >= 500) return forAll(items, judgeStatus(response, now));
  const verdict = judgeError(error);
  return verdict === 'refused' ? refusedWhole(items, `answered ${error.words}`) : forAll(items, verdict);
}
