import type { z } from 'zod';
import type { Tx } from '../db/connection.ts';
import type { Kit } from '../platform/kit.ts';

/** What people get by mail until they unsubscribe by the link in it. */
export interface MailList {
  /** Who is on what; strict, so that a token is of one list. */
  subscription: z.ZodType;
  /** Takes one person off, and does nothing else. */
  remove(tx: Tx, subscription: unknown): Promise<void>;
  words: {
    /** "Stop this report?", and what that does. */
    title: string;
    effect: string;
    done: string;
  };
}

export function mailList<Subscription>({
  remove,
  ...list
}: {
  subscription: z.ZodType<Subscription>;
  remove(tx: Tx, subscription: Subscription): Promise<unknown>;
  words: MailList['words'];
}): MailList {
  return {
    ...list,
    remove: async (tx, subscription) => {
      await remove(tx, list.subscription.parse(subscription));
    },
  };
}

export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** An address that takes one person off one list. */
export function unsubscribeUrl({ secrets, publicUrl }: Kit, subscription: Record<string, string>): string {
  return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${secrets.seal('unsubscribe', subscription)}`;
}

/** For programs that unsubscribe with one click: https://www.rfc-editor.org/rfc/rfc8058 */
export const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** The list that a token is of, and whom it takes off. */
export function readToken(
  { secrets }: Kit,
  lists: readonly MailList[],
  token: unknown,
): { list: MailList; subscription: unknown } | null {
  if (typeof token !== 'string' || token.length > 1000) return null;
  const opened = secrets.open('unsubscribe', token);
  for (const list of lists) {
    const { success, data } = list.subscription.safeParse(opened);
    if (success) return { list, subscription: data };
  }
  return null;
}
