import { join } from 'node:path';
import { listenForChanges } from '../db/changes.ts';
import type { Connection } from '../db/connection.ts';
import { createPartitions } from '../db/partitions.ts';
import { createIpKnowledge, type LoadedIpKnowledge } from '../features/attribution/ip-knowledge.ts';
import { createFront, type Front } from '../features/clicks/front.ts';
import { openLinkCache } from '../features/clicks/link-cache.ts';
import { createLosses, type Losses } from '../features/clicks/losses.ts';
import { createAppOpens } from '../features/clicks/record-app-open.ts';
import { createRecorder } from '../features/clicks/recorder.ts';
import { createWakeWorkers } from '../features/deliveries/wake-workers.ts';
import { createWellKnown } from '../features/domains/well-known.ts';
import { createLiveFeed } from '../features/live/live-feed.ts';
import { createPostbacks, type PostbackParts } from '../features/skan/postbacks/postback-parts.ts';
import type { Kit } from '../platform/kit.ts';
import { createIngest, type IngestParts } from './ingest.ts';

export interface Edge {
  /** Runs before fastify: answers clicks, views and the files of link hosts. */
  front: Front;
  ingest: IngestParts;
  postbacks: PostbackParts;
  ips: LoadedIpKnowledge;
  losses: Losses;
  /** After the last request: waits for what is being written. */
  stop(): Promise<void>;
}

interface Parts {
  /** Few connections of its own: each keeps the plans of what is written again and again. */
  connection: Connection;
  databaseUrl: string;
  /** Where links and clicks are kept while the database is away. */
  dataDir: string;
  /** How long a visitor may wait for the database. */
  budgetMs?: number;
}

const BUDGET_MS = 250;

/** Builds what the edge role serves; works on while the database is away. */
export async function createEdge(
  kit: Kit,
  { connection, databaseUrl, dataDir, budgetMs = BUDGET_MS }: Parts,
): Promise<Edge> {
  const { log } = kit;
  const { pool } = connection;
  const dir = join(dataDir, 'edge');
  const linkCache = openLinkCache({ connection, log, file: join(dir, 'links.json'), budgetMs });
  const liveFeed = createLiveFeed(kit);
  const workers = createWakeWorkers(kit);
  const losses = createLosses(log);
  const records = createRecorder({
    groupByProject: kit.env.isCluster,
    connection,
    partitions: createPartitions(pool, kit.clock),
    dir: join(dir, 'spool'),
    log,
    losses,
    budgetMs,
  });
  const recorder = {
    ...records,
    click: liveFeed.publishing(records.click),
    view: liveFeed.publishing(records.view),
  };
  const wellKnown = createWellKnown(kit);
  const postbacks = createPostbacks(kit, { connection, onStored: workers.stored });
  const ips = createIpKnowledge(kit);
  const ingest = createIngest(kit, {
    connection,
    ips,
    recordAppOpen: createAppOpens(kit, recorder),
    forwardPostback: postbacks.forward,
    onStored: (group) => {
      liveFeed.stored(group);
      workers.stored(group);
    },
  });
  const caches = [linkCache, wellKnown, postbacks, ingest];
  const listener = listenForChanges(databaseUrl, {
    onChange: (change) => {
      if (change.kind === 'watches') return liveFeed.refresh();
      for (const cache of caches) cache.onChange(change);
    },
    onGap: () => {
      for (const cache of caches) cache.onGap();
      liveFeed.refresh();
    },
  });
  await linkCache.opened;
  return {
    front: createFront(kit, {
      links: linkCache,
      recorder,
      wellKnown: wellKnown.find,
      postbacks: postbacks.door,
    }),
    ingest,
    postbacks,
    ips,
    losses,
    stop: async () => {
      ips.stop();
      await listener.stop();
      await linkCache.stop();
      await recorder.stop();
      losses.stop();
      await ingest.stop();
      await postbacks.stop();
      await workers.stop();
      await liveFeed.stop();
    },
  };
}
