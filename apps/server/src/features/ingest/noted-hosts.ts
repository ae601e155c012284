import { MAX_REFUSED_HOSTS } from '@trailmark/contract/web-sdk';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { createLru } from '../../platform/lru.ts';
import { addRefusedHosts, type RefusedHost, touchHosts } from './host-store.ts';
import { createTally } from './tally.ts';

const KEPT_HOSTS = 10_000;

/** Which hosts send something and which tried to, for the screen that allows them. */
export interface NotedHosts {
  refused(projectId: string, host: string): void;
  seen(projectId: string, host: string): void;
  stop(): Promise<void>;
}

export function createNotedHosts({ db, clock, log }: Pick<Kit, 'db' | 'clock' | 'log'>): NotedHosts {
  const refused = createTally<RefusedHost>({
    log,
    what: 'refused hosts',
    mostOfProject: MAX_REFUSED_HOSTS,
    add: (before, more) => ({ ...before, count: before.count + more.count, at: more.at }),
    write: (projectId, hosts) => addRefusedHosts(db, projectId, hosts),
  });
  const seen = createTally<{ host: string; at: Date }>({
    log,
    what: 'seen hosts',
    mostOfProject: KEPT_HOSTS,
    add: (_, more) => more,
    write: (projectId, hosts) => {
      const at = hosts.reduce((last, one) => (one.at > last ? one.at : last), new Date(0));
      return touchHosts(db, projectId, { hosts: hosts.map(({ host }) => host), at });
    },
  });
  // To the minute is exact enough, and keeps most of what is sent from being noted at all.
  const lately = createLru<true>(KEPT_HOSTS, MINUTE_MS);
  return {
    refused(projectId, host) {
      const at = clock.now();
      refused.note(projectId, host, { host, count: 1, since: at, at });
    },
    seen(projectId, host) {
      const key = `${projectId} ${host}`;
      if (lately.has(key)) return;
      lately.set(key, true);
      seen.note(projectId, host, { host, at: clock.now() });
    },
    stop: async () => {
      await refused.stop();
      await seen.stop();
    },
  };
}
