import type { SentMail } from './test-server.ts';

/** The secret in the fragment of a mail's link. */
export function tokenIn(mail: SentMail | undefined): string {
  const token = /#token=([\w-]+)$/.exec(mail?.text.button?.url ?? '')?.[1];
  if (!token) throw new Error('There is no link in this mail.');
  return token;
}
