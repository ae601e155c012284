import type { forwardSkanPostback } from '@trailmark/contract/skan-postbacks';
import { forwardedAt } from '@trailmark/core/skan/read-postback';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import { DAY_MS, later } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { keysOf, type TakeNeeds, takePostback } from './take-postback.ts';

type Answer = z.output<(typeof forwardSkanPostback)['response']>;

export type ForwardPostback = (projectId: string, body: Record<string, unknown>) => Promise<Answer>;

/** When the network received it, unless that is not yet, or longer ago than anything may be imported. */
function receivedAtOf({ clock, env }: Kit, body: unknown): Date {
  const now = clock.now();
  const at = forwardedAt(body);
  const first = later(now, -env.limits.importPastDays * DAY_MS);
  return at && at <= now && at >= first ? at : now;
}

/** Takes a postback that an ad network forwards; the key that it comes with says whose app it has to be. */
export function createForwardPostback(kit: Kit, needs: TakeNeeds): ForwardPostback {
  const keys = keysOf(kit);
  return async (projectId, body) => {
    const sent = { text: JSON.stringify(body), body, cameBy: 'forward', keys, ofProject: projectId } as const;
    const receivedAt = receivedAtOf(kit, body);
    const { postbackId, outcome, verdict, notCounted } = await takePostback(needs, { ...sent, receivedAt });
    if (outcome === 'gone') throw new AppError('not_found', 'The project was deleted.');
    return { postback_id: postbackId, outcome, verdict, not_counted: notCounted };
  };
}
