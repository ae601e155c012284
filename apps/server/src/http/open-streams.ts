import { listenForAccess } from '../access/access-changes.ts';
import { AppError } from '../platform/app-error.ts';
import type { Kit } from '../platform/kit.ts';

export interface StreamLimits {
  perPerson: number;
  perProject: number;
}

/** Streams that one process keeps open at the same time. */
export const STREAM_LIMITS: StreamLimits = { perPerson: 10, perProject: 50 };

export interface StreamOwner {
  userId: string;
  projectId: string;
}

export interface OpenStream extends StreamOwner {
  end(): void;
  /** Ends it unless its reader may still see what it shows. */
  recheck(): void;
}

/** The streams of a server that are open: they are limited, and end as soon as their reader's rights do. */
export interface OpenStreams {
  checkRoom(owner: StreamOwner): void;
  add(stream: OpenStream): void;
  delete(stream: OpenStream): void;
  endAll(): Promise<void>;
}

export function createOpenStreams(kit: Kit, limits: StreamLimits = STREAM_LIMITS): OpenStreams {
  const open = new Set<OpenStream>();
  let listener: { stop(): Promise<void> } | null = null;
  const count = (isCounted: (stream: OpenStream) => boolean) => [...open].filter(isCounted).length;

  return {
    checkRoom({ userId, projectId }) {
      if (count((stream) => stream.userId === userId) >= limits.perPerson) {
        const most = `You have ${limits.perPerson} live views open, which is the limit.`;
        throw new AppError('rate_limited', `${most} Close one, then try again.`);
      }
      if (count((stream) => stream.projectId === projectId) >= limits.perProject) {
        const most = `This project has ${limits.perProject} live views open, which is the limit.`;
        throw new AppError('rate_limited', `${most} Try again later.`);
      }
    },
    add(stream) {
      open.add(stream);
      listener ??= listenForAccess(kit.databaseUrl, (change) => {
        for (const one of open) {
          const isMeant =
            change === null ||
            ('userId' in change ? one.userId === change.userId : one.projectId === change.projectId);
          if (isMeant) one.recheck();
        }
      });
    },
    delete(stream) {
      open.delete(stream);
      if (open.size > 0) return;
      void listener?.stop();
      listener = null;
    },
    async endAll() {
      for (const stream of open) stream.end();
      await listener?.stop();
    },
  };
}
