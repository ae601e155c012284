import { z } from 'zod';
import type { Kit } from '../../platform/kit.ts';

const Subscription = z.object({ projectId: z.uuid(), reportId: z.uuid(), userId: z.uuid() });
export type Subscription = z.infer<typeof Subscription>;

export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** An address that takes one person off one report, and does nothing else. */
export function unsubscribeUrl({ secrets, publicUrl }: Kit, subscription: Subscription): string {
  return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${secrets.seal('unsubscribe', subscription)}`;
}

export function readSubscription({ secrets }: Kit, token: unknown): Subscription | null {
  if (typeof token !== 'string' || token.length > 1000) return null;
  return Subscription.nullable().catch(null).parse(secrets.open('unsubscribe', token));
}
