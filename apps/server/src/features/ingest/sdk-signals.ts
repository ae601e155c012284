import type { FoundSignal } from '@trailmark/core/sdk-check/find-signals';
import { SDK_SIGNALS } from '@trailmark/core/sdk-check/rows';
import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Db } from '../../db/connection.ts';
import type { Kit } from '../../platform/kit.ts';
import { createTally } from './tally.ts';

interface SignalRow {
  signal: string;
  count: number;
  last_at: Date;
  install_id: string | null;
  platform: string | null;
  example: string | null;
}

const SIGNALS = bulk<SignalRow>({
  signal: 'text',
  count: 'bigint',
  last_at: 'timestamptz',
  install_id: 'text',
  platform: 'text',
  example: 'text',
});
/** Of the day that ends and of the one that begins. */
const MOST_WAITING = 2 * SDK_SIGNALS.length;

async function addSignals(db: Db, projectId: string, signals: SignalRow[]): Promise<void> {
  await sql`
    insert into sdk_signals (project_id, day, signal, count, last_at, install_id, platform, example)
    select ${projectId}::uuid, (last_at at time zone 'UTC')::date, signal, count, last_at, install_id, platform,
      example
    from ${SIGNALS.rows(signals)}
    order by 2, signal
    on conflict (project_id, day, signal) do update set count = sdk_signals.count + excluded.count,
      last_at = greatest(sdk_signals.last_at, excluded.last_at), install_id = excluded.install_id,
      platform = excluded.platform, example = excluded.example`.execute(db);
}

/** What requests show besides what is stored of them, for the check of the integration. */
export interface SdkSignals {
  note(projectId: string, found: FoundSignal[]): void;
  stop(): Promise<void>;
}

export function createSdkSignals({ db, clock, log }: Pick<Kit, 'db' | 'clock' | 'log'>): SdkSignals {
  const tally = createTally<SignalRow>({
    log,
    what: 'signals of the SDK',
    mostOfProject: MOST_WAITING,
    add: (before, more) => ({ ...more, count: before.count + more.count }),
    write: (projectId, signals) => addSignals(db, projectId, signals),
  });
  return {
    note(projectId, found) {
      for (const { signal, installId, platform, example } of found) {
        const last_at = clock.now();
        const row = { signal, count: 1, last_at, install_id: installId, platform, example };
        tally.note(projectId, `${signal} ${last_at.getUTCDate()}`, row);
      }
    },
    stop: () => tally.stop(),
  };
}
