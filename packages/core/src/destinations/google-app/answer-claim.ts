import type { PlannedRequest } from '../destination.ts';
import type { NetworkEvent } from '../network-event.ts';
import type { GoogleAppConfig } from './google-app.ts';

/** Google is answered for each ad that it named whether its install is credited to it. */
export interface GoogleAnswerItem {
  linkId: string;
  answers: { adEventId: string; isAttributed: boolean }[];
}

type AnswerConfig = Pick<GoogleAppConfig, 'version' | 'developerToken' | 'linkIds'>;

const REPLACED = 'A later answer to the same claim has replaced this one.';

export function mapAnswer(
  { claimAnswer, platform }: NetworkEvent,
  { linkIds }: AnswerConfig,
): { send: GoogleAnswerItem } | { skip: string } {
  if (!claimAnswer) return { skip: REPLACED };
  const linkId = linkIds[platform];
  if (!linkId) return { skip: 'No link id is entered for this platform.' };
  const { adEventIds, isCredited } = claimAnswer;
  if (adEventIds.length === 0) return { skip: 'Google named no ad that could be answered for.' };
  const answers = adEventIds.map((adEventId, n) => ({ adEventId, isAttributed: isCredited && n === 0 }));
  return { send: { linkId, answers } };
}

/** A call for each ad. Google says that there is such a call; its path and its parameters are not confirmed. */
export function answerRequests(
  item: GoogleAnswerItem,
  { version, developerToken }: AnswerConfig,
): PlannedRequest<GoogleAnswerItem>[] {
  return item.answers.map(({ adEventId, isAttributed }) => {
    const query = new URLSearchParams({
      dev_token: developerToken,
      link_id: item.linkId,
      ad_event_id: adEventId,
      attributed: isAttributed ? '1' : '0',
    });
    return {
      endpoint: 'cross_network',
      items: [item],
      request: {
        method: 'POST',
        url: `https://www.googleadservices.com/pagead/conversion/app/${version}/cross_network?${query}`,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: '',
      },
    };
  });
}
