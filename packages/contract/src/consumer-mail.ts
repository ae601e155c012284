const CONSUMER_MAIL_DOMAIN = '@gmail.com';

/** Whether an address is at the consumer mail domain: a hint to use the work address, never a refusal. */
export function isConsumerMail(address: string): boolean {
  return address.trim().toLowerCase().endsWith(CONSUMER_MAIL_DOMAIN);
}
