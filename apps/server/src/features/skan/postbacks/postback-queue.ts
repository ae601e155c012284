import { judgePostback, verdictOf } from '@trailmark/core/skan/judge-postback';
import type { SkanVerdict } from '@trailmark/core/skan/postback';
import type { Connection } from '../../../db/connection.ts';
import { byProject } from '../../../pipeline/by-project.ts';
import { failFast } from '../../../pipeline/fail-fast.ts';
import { createGroupCommit } from '../../../pipeline/group-commit.ts';
import { isItemsFault } from '../../../pipeline/items-fault.ts';
import { createNodeCommits } from '../../../pipeline/node-commits.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { createSignatureChecks } from './check-signatures.ts';
import { type PostbackRow, type ReceivedPostback, rowOf } from './received-postback.ts';
import { type StoredPostback, storePostbacks } from './store-postbacks.ts';

/** A group is checked while another is stored; of larger ones each waits longer, and checks are no cheaper. */
const CHECKED_AT_ONCE = 128;
const MAX_GROUP = 300;
/** One writer is always left for projects that receive little. */
const WRITERS = 3;
const GATHER_MS = 5;
/** A body has 16 kB at most and about one usually, so that some 10 MB wait, and never more than 64. */
const MAX_BUFFERED = 4_000;

export interface TakenPostback extends StoredPostback {
  verdict: SkanVerdict;
}

export interface PostbackQueue {
  /**
   * Resolves when the postback is on disk; throws `BufferFull` where too many of its project wait, and refuses wrong ones of
   * an address that is tiring.
   */
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

function judge(received: ReceivedPostback, signature: SkanVerdict): Judged {
  const { postback, cameBy, countsDevelopment } = received;
  const verdict = verdictOf(postback, signature);
  const notCounted = judgePostback(postback, { verdict, isTest: cameBy === 'test', countsDevelopment });
  return { received, verdict, row: rowOf(received, { verdict, notCounted }) };
}

/** Devices of many people may share the address of a proxy, so that what is right is taken from it at any time. */
function refuseWrong({ received, verdict }: Judged): void {
  if (!received.isFromTiring || (verdict !== 'invalid' && verdict !== 'unverifiable')) return;
  throw new AppError('rate_limited', 'Too many wrong postbacks. Please try again.', undefined, 60);
}

/**
 * Checks postbacks in groups, and stores what is checked in groups of its own: while one is written the next is checked.
 * Each project has a queue of its own, so that none waits for another that is flooded.
 */
export function createPostbackQueue(
  { clock, env }: Pick<Kit, 'clock' | 'env'>,
  { connection, onStored }: { connection: Connection; onStored: OnStored },
): PostbackQueue {
  const write = async (group: Judged[]): Promise<TakenPostback[]> => {
    const taken = new Map<Judged, TakenPostback>();
    const now = clock.now();
    for (const [projectId, own] of byProject(group, ({ received }) => received.projectId)) {
      const rows = own.map(({ row }) => row);
      const { pool } = await connection.of(projectId);
      const { stored, plannedMessages } = await storePostbacks(pool, { projectId, now }, rows);
      onStored({ projectId, plannedMessages });
      for (const [at, judged] of own.entries()) {
        const { postbackId, outcome, notCounted } = stored[at] as StoredPostback;
        taken.set(judged, { postbackId, outcome, notCounted, verdict: judged.verdict });
      }
    }
    return group.map((one) => taken.get(one) as TakenPostback);
  };
  const shared = {
    maxBuffered: MAX_BUFFERED,
    writers: WRITERS,
    gatherMs: GATHER_MS,
    groupByProject: env.isCluster,
    isItemsFault,
  };
  const signatures = createSignatureChecks();
  const checks = createGroupCommit<ReceivedPostback, Judged>({
    ...shared,
    maxGroup: CHECKED_AT_ONCE,
    write: async (group) => {
      const verdicts = await signatures.check(group);
      return group.map((received, at) => judge(received, verdicts[at] ?? 'invalid'));
    },
    // What comes from a flood waits behind the flood, and not before what others send for the project.
    projectOf: ({ projectId, isFromTiring }) => (isFromTiring ? `${projectId} tiring` : projectId),
  });
  const projectOf = ({ received }: Judged) => received.projectId;
  const commits = createNodeCommits<Judged, TakenPostback>(connection, projectOf, () =>
    createGroupCommit({ ...shared, maxGroup: MAX_GROUP, write: failFast(write), projectOf }),
  );
  return {
    add: async (received) => {
      const judged = await checks.add(received);
      refuseWrong(judged);
      return await commits.add(judged);
    },
    stop: async () => {
      await checks.drain();
      await commits.drain();
      await signatures.stop();
    },
  };
}
