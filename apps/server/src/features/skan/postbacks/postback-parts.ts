import type { Change } from '../../../db/changes.ts';
import type { Connection } from '../../../db/connection.ts';
import type { Kit } from '../../../platform/kit.ts';
import { createForwardPostback, type ForwardPostback } from './forward-postback.ts';
import { createPostbackDoor, type PostbackDoor } from './postback-door.ts';
import { createPostbackQueue, type OnStored } from './postback-queue.ts';
import { createSkanApps } from './skan-apps-cache.ts';

/** What the edge needs to take postbacks. */
export interface PostbackParts {
  door: PostbackDoor;
  forward: ForwardPostback;
  onChange(change: Change): void;
  onGap(): void;
  stop(): Promise<void>;
}

export function createPostbacks(
  kit: Kit,
  { connection, onStored }: { connection: Connection; onStored: OnStored },
): PostbackParts {
  const apps = createSkanApps({ db: connection.db, clock: kit.clock });
  const queue = createPostbackQueue(kit, { connection, onStored });
  const needs = { clock: kit.clock, log: kit.log, apps, queue };
  return {
    door: createPostbackDoor(kit, needs),
    forward: createForwardPostback(kit, needs),
    onChange: apps.onChange,
    onGap: apps.onGap,
    stop: queue.stop,
  };
}
