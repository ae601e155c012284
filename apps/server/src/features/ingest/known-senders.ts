import type { Connection } from '../../db/connection.ts';
import type { Kit } from '../../platform/kit.ts';
import { createNotedHosts } from './noted-hosts.ts';
import { createProjectCache, type ProjectCache } from './project-cache.ts';
import { createSdkSignals, type SdkSignals } from './sdk-signals.ts';
import { createSignatureCounts, type SignatureCounts } from './signature-counts.ts';
import { createWebGate, type WebGate } from './web-gate.ts';

/** Who may send something: projects by their tokens, apps by their signatures, pages by their hosts. */
export interface KnownSenders {
  projects: ProjectCache;
  web: WebGate;
  signatures: SignatureCounts;
  signals: SdkSignals;
  forget(projectId: string): void;
  forgetAll(): void;
  stop(): Promise<void>;
}

export function createKnownSenders(kit: Kit, connection: Connection): KnownSenders {
  // Not through the connections of the dashboard, where reports may take long.
  const projects = createProjectCache(connection, kit.clock);
  const noted = createNotedHosts(kit);
  const signatures = createSignatureCounts(kit);
  const signals = createSdkSignals(kit);
  const web = createWebGate({ db: connection.db, projects, noted });
  return {
    projects,
    web,
    signatures,
    signals,
    forget(projectId) {
      projects.forget(projectId);
      web.forgetAll();
    },
    forgetAll() {
      projects.forgetAll();
      web.forgetAll();
    },
    stop: async () => {
      await Promise.all([noted.stop(), signatures.stop(), signals.stop()]);
    },
  };
}
