import { appleKeys, type SkanKeys, testKeys } from '@trailmark/core/skan/keys';
import type { NotAPostback, SkanPostback } from '@trailmark/core/skan/postback';
import { isPostback, readForwarded, readPostback, storedText } from '@trailmark/core/skan/read-postback';
import { isAway } from '../../../db/is-away.ts';
import { BufferFull } from '../../../pipeline/group-commit.ts';
import { isItemsFault } from '../../../pipeline/items-fault.ts';
import { AppError, badField } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import type { PostbackQueue, TakenPostback } from './postback-queue.ts';
import type { CameBy } from './received-postback.ts';
import type { SkanApps } from './skan-apps-cache.ts';

/** Apple's keys, or those that take their place in tests and demonstrations. */
export function keysOf({ env: { skanTestKeys } }: Pick<Kit, 'env'>): SkanKeys {
  if (!skanTestKeys) return appleKeys();
  return testKeys({ current: skanTestKeys.production, development: skanTestKeys.development });
}

interface Sent {
  text: string;
  body: unknown;
  cameBy: CameBy;
  keys: SkanKeys;
  /** Now, unless given. */
  receivedAt?: Date;
  /** The only project that it may be of, where the sender is known. */
  ofProject?: string;
}

export interface TakeNeeds {
  clock: Kit['clock'];
  log: Kit['log'];
  apps: SkanApps;
  queue: PostbackQueue;
}

function requirePostback(read: SkanPostback | NotAPostback): SkanPostback {
  if (isPostback(read)) return read;
  if (read.field === 'body') throw new AppError('malformed_request', 'The body is not a JSON object.');
  throw badField(read.field, read.problem);
}

const RETRY_SECONDS = 5;

function refusalOf({ log }: TakeNeeds, error: unknown): unknown {
  if (error instanceof BufferFull || isAway(error)) {
    const message = 'The postback cannot be stored now. Please send it again.';
    return new AppError('unavailable', message, undefined, RETRY_SECONDS);
  }
  if (!isItemsFault(error)) return error;
  log.error({ err: error }, 'the database refuses a postback');
  return new AppError('malformed_request', 'The postback cannot be stored as it is.');
}

/** Takes a postback once it is on disk. `isTiring`: its sender sent too much that was wrong for the project. */
export async function takePostback(
  needs: TakeNeeds,
  { text, body, cameBy, keys, ofProject, receivedAt }: Sent,
  isTiring: (projectId: string) => boolean = () => false,
): Promise<TakenPostback & { projectId: string }> {
  const postback = requirePostback(cameBy === 'forward' ? readForwarded(body) : readPostback(body));
  try {
    const app = await needs.apps.find(postback.appId);
    if (!app || (ofProject !== undefined && app.projectId !== ofProject)) {
      throw new AppError('not_found', 'No project here has a store listing of this app.');
    }
    const { projectId, countsDevelopment } = app;
    const taken = await needs.queue.add({
      projectId,
      countsDevelopment,
      cameBy,
      postback,
      keys,
      raw: storedText(text, body),
      receivedAt: receivedAt ?? needs.clock.now(),
      isFromTiring: isTiring(projectId),
    });
    const { postbackId, outcome, notCounted, verdict } = taken;
    return { postbackId, outcome, notCounted, verdict, projectId };
  } catch (error) {
    throw refusalOf(needs, error);
  }
}
