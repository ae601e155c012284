import { judgePostback } from '@trailmark/core/skan/judge-postback';
import type { SkanVerdict } from '@trailmark/core/skan/postback';
import type pg from 'pg';
import { byProject } from '../../../pipeline/by-project.ts';
import { failFast } from '../../../pipeline/fail-fast.ts';
import { createGroupCommit } from '../../../pipeline/group-commit.ts';
import { isItemsFault } from '../../../pipeline/items-fault.ts';
import type { Kit } from '../../../platform/kit.ts';
import { checkSignatures } from './check-signatures.ts';
import { type PostbackRow, type ReceivedPostback, rowOf } from './received-postback.ts';
import { type StoredPostback, storePostbacks } from './store-postbacks.ts';

const MAX_GROUP = 300;
/** While a group is written the next is checked; one writer is always left for projects that receive little. */
const WRITERS = 3;
const GATHER_MS = 2;
/** A body has 16 kB at most and about one usually, so that some 10 MB wait, and never more than 64. */
const MAX_BUFFERED = 4_000;

export interface TakenPostback extends StoredPostback {
  verdict: SkanVerdict;
}

export interface PostbackQueue {
  /** Resolves when the postback is on disk; throws `BufferFull` where too many of its project wait. */
  add(received: ReceivedPostback): Promise<TakenPostback>;
  stop(): Promise<void>;
}

/** After a commit: how many messages wait for webhooks. */
export type OnStored = (stored: { projectId: string; plannedMessages: number }) => void;

interface Judged {
  received: ReceivedPostback;
  verdict: SkanVerdict;
  row: PostbackRow;
}

async function judge(received: ReceivedPostback[]): Promise<Judged[]> {
  const verdicts = await checkSignatures(received);
  return received.map((one, at) => {
    const verdict = verdicts[at] ?? 'invalid';
    const { postback, cameBy, countsDevelopment } = one;
    const notCounted = judgePostback(postback, { verdict, isTest: cameBy === 'test', countsDevelopment });
    return { received: one, verdict, row: rowOf(one, { verdict, notCounted }) };
  });
}

/**
 * Checks and stores postbacks in groups. While one group is written the next is checked.
 * Each project has a queue of its own, so that none waits for another that is flooded.
 */
export function createPostbackQueue(
  { clock, env }: Pick<Kit, 'clock' | 'env'>,
  { pool, onStored }: { pool: pg.Pool; onStored: OnStored },
): PostbackQueue {
  const write = async (group: ReceivedPostback[]): Promise<TakenPostback[]> => {
    const taken = new Map<ReceivedPostback, TakenPostback>();
    const judged = await judge(group);
    const now = clock.now();
    for (const [projectId, own] of byProject(judged, ({ received }) => received.projectId)) {
      const rows = own.map(({ row }) => row);
      const { stored, plannedMessages } = await storePostbacks(pool, { projectId, now }, rows);
      onStored({ projectId, plannedMessages });
      for (const [at, { received, verdict }] of own.entries()) {
        const { postbackId, outcome, notCounted } = stored[at] as StoredPostback;
        taken.set(received, { postbackId, outcome, notCounted, verdict });
      }
    }
    return group.map((one) => taken.get(one) as TakenPostback);
  };
  const commit = createGroupCommit<ReceivedPostback, TakenPostback>({
    maxGroup: MAX_GROUP,
    maxBuffered: MAX_BUFFERED,
    writers: WRITERS,
    gatherMs: GATHER_MS,
    write: failFast(write),
    projectOf: ({ projectId }) => projectId,
    groupByProject: env.groupByProject,
    isItemsFault,
  });
  return { add: commit.add, stop: commit.drain };
}
