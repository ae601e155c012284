import type { Connection } from '../../db/connection.ts';
import type { Partitions } from '../../db/partitions.ts';
import { BufferFull, createGroupCommit } from '../../pipeline/group-commit.ts';
import { isItemsFault } from '../../pipeline/items-fault.ts';
import { createNodeCommits } from '../../pipeline/node-commits.ts';
import type { Log } from '../../platform/log.ts';
import type { Losses } from './losses.ts';
import { recordClicks, recordTouches, recordViews } from './record-touches.ts';
import { openSpool } from './spool.ts';
import type { Click, Touch, View } from './touch.ts';
import { createWithin, TooSlow } from './within.ts';

const MAX_GROUP = 500;
/**
 * One for projects that send much, one for the others: while it writes the next group grows, and a row of a large
 * group costs the database less.
 */
const WRITERS = 2;
const GATHER_MS = 2;
/** A touch weighs about a kilobyte, so that no more than some 20 MB of each kind wait. */
const MAX_BUFFERED = 20_000;
/** After a failure, touches go straight to disk for this long before the database is tried again. */
const AVOID_MS = 1000;
/** What a visitor may wait for our own disk. */
const SPOOL_BUDGET_MS = 2000;

interface Item<Row> {
  row: Row;
  /** On local disk already, so that the database need not see it from here. */
  isSpooled: boolean;
}

export interface Recorder {
  /**
   * Resolves when the click is on disk: the database's, or after a quarter of a second our own. False when neither can
   * be written in time: nobody waits any longer, and unless the database takes it after all it is counted as lost.
   */
  click(row: Click): Promise<boolean>;
  view(row: View): Promise<boolean>;
  /** Brings back what is on our own disk. */
  replay(): Promise<void>;
  stop(): Promise<void>;
}

function createQueue<Row extends { project_id: string }>(
  write: (rows: Row[]) => Promise<void>,
  { connection, groupByProject }: { connection: Connection; groupByProject: boolean },
) {
  const projectOf = ({ row }: Item<Row>) => row.project_id;
  const create = () =>
    createGroupCommit<Item<Row>, void>({
      write: async (items) => {
        await write(items.flatMap((item) => (item.isSpooled ? [] : [item.row])));
        return new Array<void>(items.length);
      },
      maxGroup: MAX_GROUP,
      maxBuffered: MAX_BUFFERED,
      writers: WRITERS,
      gatherMs: GATHER_MS,
      projectOf,
      groupByProject,
      isItemsFault,
    });
  return createNodeCommits(connection, projectOf, create);
}

/** Writes touches in groups; what the database does not take in time is spooled, and written later. */
export function createRecorder(needs: {
  connection: Connection;
  partitions: Partitions;
  dir: string;
  log: Log;
  losses: Losses;
  groupByProject: boolean;
  /** What a visitor may wait for the database. */
  budgetMs: number;
}): Recorder {
  const { log, dir, losses } = needs;
  const clicks = createQueue<Click>((rows) => recordClicks(needs, rows), needs);
  const views = createQueue<View>((rows) => recordViews(needs, rows), needs);
  const spool = openSpool({ dir, log, write: (touches) => recordTouches(needs, touches) });
  const inTime = createWithin(needs.budgetMs);
  const onDisk = createWithin(SPOOL_BUDGET_MS);
  /** By node: touches of the others are written meanwhile. */
  const avoidUntil = new Map<object, number>();

  /** As far as it is known: what it takes to find it counts as the time of the database. */
  const nodeOf = (projectId: string): object => {
    const node = needs.connection.of(projectId);
    if (!(node instanceof Promise)) return node.server;
    // What comes of it is seen where the touch is written.
    node.catch(() => {});
    return needs.connection;
  };

  const note = (node: object, error: unknown) => {
    if (error instanceof BufferFull || isItemsFault(error)) return;
    if (performance.now() > (avoidUntil.get(node) ?? 0) + AVOID_MS) {
      log.warn(
        error instanceof TooSlow ? {} : { err: error },
        'the database is slow or away: touches are spooled',
      );
    }
    avoidUntil.set(node, performance.now() + AVOID_MS);
  };

  /** Null when it is on our own disk, else why not. */
  const trySpool = (touch: Touch) =>
    onDisk(spool.add(touch)).then(
      () => null,
      (error: unknown) => error,
    );

  const record = async <Row extends { project_id: string }>(
    touch: Touch & { row: Row },
    queue: ReturnType<typeof createQueue<Row>>,
  ) => {
    const node = nodeOf(touch.row.project_id);
    if (performance.now() < (avoidUntil.get(node) ?? 0) && (await trySpool(touch)) === null) return true;
    const item: Item<Row> = { row: touch.row, isSpooled: false };
    const written = queue.add(item);
    try {
      await inTime(written);
      return true;
    } catch (error) {
      note(node, error);
      const failure = await trySpool(touch);
      item.isSpooled = failure === null;
      // It stays in the queue, so that a database which is only slow still gets it.
      if (!item.isSpooled) written.catch(() => losses.note(touch.kind, failure));
      return item.isSpooled;
    }
  };

  return {
    click: (row) => record({ kind: 'click', row }, clicks),
    view: (row) => record({ kind: 'view', row }, views),
    replay: spool.replay,
    stop: async () => {
      await Promise.all([clicks.drain(), views.drain()]);
      await spool.stop();
    },
  };
}
