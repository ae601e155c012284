import type { FoundSignal } from '@trailmark/core/sdk-check/find-signals';
import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Db } from '../../db/connection.ts';
import { byProject } from '../../pipeline/by-project.ts';
import type { Kit } from '../../platform/kit.ts';
import { createSummedWriter } from './summed-writer.ts';

interface SignalRow {
  signal: string;
  count: number;
  last_at: Date;
  install_id: string | null;
  platform: string | null;
  example: string | null;
}
interface NotedSignal extends SignalRow {
  projectId: string;
}

const SIGNALS = bulk<SignalRow>({
  signal: 'text',
  count: 'bigint',
  last_at: 'timestamptz',
  install_id: 'text',
  platform: 'text',
  example: 'text',
});

async function addSignals(db: Db, noted: NotedSignal[]): Promise<void> {
  for (const [projectId, own] of byProject(noted, (one) => one.projectId)) {
    await sql`
      insert into sdk_signals (project_id, day, signal, count, last_at, install_id, platform, example)
      select ${projectId}::uuid, (last_at at time zone 'UTC')::date, signal, count, last_at, install_id, platform,
        example
      from ${SIGNALS.rows(own)}
      order by signal
      on conflict (project_id, day, signal) do update set count = sdk_signals.count + excluded.count,
        last_at = greatest(sdk_signals.last_at, excluded.last_at), install_id = excluded.install_id,
        platform = excluded.platform, example = excluded.example`.execute(db);
  }
}

/** What requests show besides what is stored of them, for the check of the integration. */
export interface SdkSignals {
  note(projectId: string, found: FoundSignal[]): void;
  stop(): Promise<void>;
}

export function createSdkSignals({ db, clock, log }: Pick<Kit, 'db' | 'clock' | 'log'>): SdkSignals {
  const writer = createSummedWriter<NotedSignal>({
    // By day: what is noted before midnight is not counted after it.
    keyOf: ({ projectId, signal, last_at }) => `${projectId} ${signal} ${last_at.getUTCDate()}`,
    add: (noted, before) => ({ ...noted, count: noted.count + before.count }),
    write: (all) => addSignals(db, all),
    onFailure: (err) => log.warn({ err }, 'signals of the SDK could not be written down'),
  });
  return {
    note(projectId, found) {
      for (const { signal, installId, platform, example } of found) {
        const at = { last_at: clock.now(), install_id: installId };
        writer.note({ projectId, signal, count: 1, ...at, platform, example });
      }
    },
    stop: writer.stop,
  };
}
