import { type Credited, WHAT_IF_DAYS, type WhatIf, type WhatIfOutcome } from '@trailmark/contract/what-if';
import { createReplay, type ReplayedDecision } from '@trailmark/core/attribution/replay';
import { sql } from 'kysely';
import type { CampaignScope } from '../../../access/campaign-scope.ts';
import type { Db } from '../../../db/connection.ts';
import { inTurns } from '../../../pipeline/in-turns.ts';
import { AppError } from '../../../platform/app-error.ts';
import { DAY_MS, later } from '../../../platform/clock.ts';
import type { Kit } from '../../../platform/kit.ts';
import { readRawOrNull } from '../../../report/read-raw.ts';
import { type ChangedDecisions, type CreditKey, createChanges, creditOf } from './changed-decisions.ts';
import { chooseDecisions, readReceipts } from './read-receipts.ts';
import { readSettings, type SettingsChange } from './read-settings.ts';

/** Stand for the network of a campaign that does not exist for the reader, and for one that is not known. */
const NO_NETWORK = { hidden: 'HIDDEN', unknown: 'UNKNOWN' };

interface Trial {
  projectId: string;
  scope: CampaignScope;
  change: SettingsChange;
  /** Whose rows are wanted. */
  group: string | undefined;
}

async function readNames(db: Db, projectId: string, changes: ChangedDecisions): Promise<Map<string, string>> {
  const credits = [
    ...changes.moves.flatMap(({ from, to }) => [from, to]),
    ...(changes.rows ?? []).flatMap(({ from, to }) => [from, to]),
  ];
  const ids = [
    ...new Set(credits.flatMap((credit) => (typeof credit === 'string' ? [] : (credit.campaignId ?? [])))),
  ];
  const rows = await db
    .selectFrom('campaigns')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function present(
  changes: ChangedDecisions,
  { names, scope }: { names: Map<string, string>; scope: CampaignScope },
) {
  const credited = (credit: CreditKey): Credited => ({
    campaign_id: typeof credit === 'string' ? null : credit.campaignId,
    campaign_name: typeof credit === 'string' ? null : (names.get(credit.campaignId ?? '') ?? null),
    network: typeof credit === 'string' ? NO_NETWORK[credit] : credit.network,
    is_hidden: credit === 'hidden',
    is_known: credit !== 'unknown',
  });
  const outcome = (decision: ReplayedDecision): WhatIfOutcome => {
    const { kind, matchType, verdict, reasons } = decision;
    return {
      credited: credited(creditOf(decision, scope)),
      kind: kind ?? 'none',
      match_type: matchType,
      verdict,
      reasons,
    };
  };
  return {
    ...changes,
    moves: changes.moves.map((move) => ({ ...move, from: credited(move.from), to: credited(move.to) })),
    rows:
      changes.rows?.map(({ installId, at, from, to }) => ({
        install_id: installId,
        at: at.toISOString(),
        from: outcome(from),
        to: outcome(to),
      })) ?? null,
  };
}

/**
 * Which decisions of the last days other settings would change. Both the settings that hold and those that are proposed are
 * replayed over the stored receipts, so that a difference is always that of the change, also where the settings were changed
 * within that time. Reads page by page and lets others have their turn.
 */
export async function trySettings({ db, clock }: Kit, trial: Trial): Promise<WhatIf> {
  const { projectId, scope } = trial;
  const now = clock.now();
  const since = later(now, -WHAT_IF_DAYS * DAY_MS);
  const read = await readRawOrNull(db, projectId, async (tx) => ({
    ...(await readSettings(tx, { projectId, now }, trial.change)),
    chosen: await chooseDecisions(tx, { projectId, since }),
  }));
  if (!read)
    throw new AppError('unavailable', 'There are too many installs to try this now. Try again later.');
  const [current, proposed] = [createReplay(read.current), createReplay(read.proposed)];
  const changes = createChanges(scope, trial.group);
  for await (const page of readReceipts(db, projectId, read.chosen.keys)) {
    await inTurns(page, (row) => {
      const stored = { installId: row.install_id, receipt: row.receipt };
      changes.add(row, current(stored), proposed(stored));
    });
  }
  const result = changes.result();
  const names = await readNames(db, projectId, result);
  return {
    since: read.chosen.since.toISOString(),
    // How many there are of others is nothing for a guest.
    decisions: scope.all ? read.chosen.decisions : result.tried,
    ...present(result, { names, scope }),
  };
}
