import { WEBHOOK_TYPES } from '@trailmark/contract/webhook-payload';
import type { Webhook } from '@trailmark/contract/webhooks';
import { messageWords } from '../../words/delivery-words.ts';

/** What an endpoint can choose from; a test is sent by hand. */
export const CHOSEN_TYPES = WEBHOOK_TYPES.filter((type) => type !== 'test');

const MOST_NAMED = 3;

/** Which messages an endpoint gets: "Install, Payment and 2 more". */
export function eventTypeWords({ event_types }: Pick<Webhook, 'event_types'>): string {
  if (event_types === null) return 'All messages';
  const words = event_types.map((type) => (type === 'event' ? 'Every event of the app' : messageWords(type)));
  if (words.length <= MOST_NAMED) return words.join(', ');
  return `${words.slice(0, MOST_NAMED - 1).join(', ')} and ${words.length - MOST_NAMED + 1} more`;
}

/** How an endpoint is called where nobody named it. */
export function webhookName({ name, url }: Pick<Webhook, 'name' | 'url'>): string {
  return name || (URL.canParse(url) ? new URL(url).host : url);
}
