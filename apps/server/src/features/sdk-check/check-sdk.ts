import type { Output } from '@trailmark/contract/call';
import { CAPABILITY_DAYS, type getSdkCheck, WARNING_DAYS } from '@trailmark/contract/sdk-check';
import { findCapabilities } from '@trailmark/core/sdk-check/find-capabilities';
import { findWarnings } from '@trailmark/core/sdk-check/find-warnings';
import type { SdkRows } from '@trailmark/core/sdk-check/rows';
import { DAY_MS, later } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import { mustSign, readEvents, readInstalls, readOpens, readPayments, readSignals } from './store.ts';

/** What is longer ago has been put right. */
function since(rows: SdkRows, at: Date): SdkRows {
  return {
    ...rows,
    installs: rows.installs.filter(({ installedAt }) => installedAt >= at),
    events: rows.events.filter(({ receivedAt }) => receivedAt >= at),
    payments: rows.payments.filter(({ occurredAt }) => occurredAt >= at),
  };
}

/** What the SDK of a project has sent lately, and what is wrong with it. */
export async function checkSdk({ db, clock }: Kit, projectId: string): Promise<Output<typeof getSdkCheck>> {
  const seenSince = later(clock.now(), -CAPABILITY_DAYS * DAY_MS);
  const wrongSince = later(clock.now(), -WARNING_DAYS * DAY_MS);
  const seen = { projectId, since: seenSince };
  const rows: SdkRows = {
    installs: await readInstalls(db, seen),
    events: await readEvents(db, seen),
    payments: await readPayments(db, seen),
    opens: await readOpens(db, { projectId, since: wrongSince }),
    signals: await readSignals(db, { projectId, wrongSince, seenSince }),
    mustSign: await mustSign(db, projectId),
  };
  return { capabilities: findCapabilities(rows), warnings: findWarnings(since(rows, wrongSince)) };
}
