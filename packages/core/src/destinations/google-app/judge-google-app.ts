import { z } from 'zod';
import type { Judgement, NetworkClaim, OutboundResponse, Verdict } from '../destination.ts';
import { foreignAnswer, isSuccess, judgeStatus } from '../judge-status.ts';
import { readAnswer } from '../read-answer.ts';

const Id = z
  .union([z.string(), z.number()])
  .transform(String)
  .nullish()
  .catch(null)
  .transform((id) => id ?? null);

/** The ad that Google says an app was opened for. */
const AdEvent = z.looseObject({
  ad_event_id: Id,
  timestamp: z.coerce.number().positive(),
  interaction_type: z.string().nullish().catch(null),
  campaign_id: Id,
  campaign_name: Id,
  ad_group_id: Id,
  ad_group_name: Id,
  creative_id: Id,
});

const Answer = z.object({
  attributed: z.boolean(),
  errors: z.array(z.string()).catch([]),
  ad_events: z.array(AdEvent).catch([]),
});

function claimOf({ attributed, ad_events: events }: z.infer<typeof Answer>): NetworkClaim | null {
  const latestFirst = [...events].sort((one, other) => other.timestamp - one.timestamp);
  const [latest] = latestFirst;
  if (!attributed || !latest) return null;
  return {
    at: new Date(Math.round(latest.timestamp * 1000)),
    isClick: !/view|impression/i.test(latest.interaction_type ?? ''),
    campaignId: latest.campaign_id,
    campaignName: latest.campaign_name,
    adSetId: latest.ad_group_id,
    adSetName: latest.ad_group_name,
    adId: latest.creative_id,
    answer: { attributed, ad_events: latestFirst },
  };
}

/** Somebody has to enter them again; the call is right otherwise. */
const WRONG_SETTINGS = ['link_id_invalid', 'dev_token_invalid'];
const CLOCK_SECONDS = 60;

function verdictOf(errors: readonly string[]): Verdict {
  const [first] = errors;
  if (first === undefined) return 'delivered';
  const wrong = errors.find((error) => WRONG_SETTINGS.includes(error.toLowerCase()));
  if (wrong) return { reconnect: `answered ${wrong}` };
  // Its clock is behind ours.
  if (first.toLowerCase() === 'timestamp_invalid') {
    return { retry: `answered ${first}`, afterSeconds: CLOCK_SECONDS };
  }
  return { rejected: `answered ${errors.join(', ').slice(0, 200)}` };
}

export function judgeGoogleApp(
  response: OutboundResponse,
  { now, isOpen }: { now: Date; isOpen: boolean },
): Judgement {
  const answer = readAnswer(Answer, response);
  // Refusals have the same shape, whatever their status.
  if (answer) return { verdicts: [verdictOf(answer.errors)], claims: [isOpen ? claimOf(answer) : null] };
  return { verdicts: [isSuccess(response) ? foreignAnswer(response, 'Google') : judgeStatus(response, now)] };
}

const AnswerToAnswer = z.object({ errors: z.array(z.string()).catch([]) });

/** What Google says to our answer is not documented: only errors are read from it. */
export function judgeCrossNetwork(response: OutboundResponse, now: Date): Judgement {
  if (isSuccess(response) && response.body.trim() === '') return { verdicts: ['delivered'] };
  const answer = readAnswer(AnswerToAnswer, response);
  if (answer && (isSuccess(response) || answer.errors.length > 0))
    return { verdicts: [verdictOf(answer.errors)] };
  return { verdicts: [isSuccess(response) ? foreignAnswer(response, 'Google') : judgeStatus(response, now)] };
}
