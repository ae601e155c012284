import type { WebhookPayload } from '@trailmark/contract/webhook-payload';

/** Whether an address is an incoming webhook of Slack, which takes text to read and no JSON of ours. */
export function isSlackUrl(url: string): boolean {
  // Asked for each message: most addresses need not be read for it.
  if (!/hooks\.slack\.com/i.test(url)) return false;
  try {
    return new URL(url).hostname === 'hooks.slack.com';
  } catch {
    return false;
  }
}

/** https://api.slack.com/reference/surfaces/formatting#escaping */
const plain = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const TITLES: Record<WebhookPayload['type'], string> = {
  install: 'New install',
  reinstall: 'Reinstall',
  reengagement: 'Re-engagement',
  reattribution: 'Reattribution',
  signup: 'Sign-up',
  event: 'Event',
  payment: 'Payment',
  refund: 'Refund',
  decision_revised: 'Attribution revised',
  fraud_verdict: 'Suspicious install',
  skan_postback: 'SKAN postback',
  connection_needs_attention: 'A connection needs attention',
  test: 'A test message from Trailmark',
};

function creditOf({
  network,
  campaign_name,
  ad_set,
  creative,
}: WebhookPayload['data']['attribution']): string {
  const ad = [campaign_name, ad_set, creative].filter((part) => part !== null);
  return ad.length > 0 ? `${network} › ${ad.join(' › ')}` : network;
}

function skanDetails({ properties, country }: WebhookPayload['data']): string {
  const { network_id, conversion_type, source_identifier, sequence, fine_value, coarse_value } = properties;
  const value = fine_value ?? coarse_value;
  return [
    ...[network_id, conversion_type, source_identifier && `source ${source_identifier}`],
    ...[`window ${Number(sequence) + 1}`, value === null ? 'no value' : `value ${value}`, country],
  ]
    .filter(Boolean)
    .join(' · ');
}

function detailsOf({ type, data }: WebhookPayload): string[] {
  if (type === 'test') return ['If you can read this, messages arrive.'];
  if (data.connection) return [`${data.connection.name}: ${data.connection.reason}`];
  if (type === 'skan_postback') return [skanDetails(data)];
  const who = data.user_id ?? data.install_id;
  const reasons = data.decision?.reasons ?? [];
  return [
    `Credited to ${creditOf(data.attribution)}`,
    ...(reasons.length > 0 ? [`Because of ${reasons.join(', ').replace(/_/g, ' ')}`] : []),
    [who === null ? '' : `Person ${who}`, data.platform, data.country].filter(Boolean).join(' · '),
  ];
}

/** A message as a person reads it in a channel. */
export function slackMessage(payload: WebhookPayload): { text: string } {
  const { type, data } = payload;
  const title = type === 'event' ? data.name : TITLES[type];
  const money = data.money ? ` of ${data.money.amount} ${data.money.currency}` : '';
  return { text: [`*${plain(title + money)}*`, ...detailsOf(payload).map(plain)].join('\n') };
}
