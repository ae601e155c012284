import type { Plausibility } from '@trailmark/contract/plausibility';
import type { NetworkWindows } from '@trailmark/contract/projects';
import { AttributionWindows } from '@trailmark/contract/windows';
import type { ReplaySettings } from '@trailmark/core/attribution/replay';
import { outlierThresholdsOf, rulesOf } from '@trailmark/core/attribution/rules';
import type { Db, Tx } from '../../../db/connection.ts';
import { countSources, outliersAmong } from '../find-outliers.ts';

/** What a project or one of its campaigns would have instead of its settings; what is left out stays. */
export interface SettingsChange {
  windows?: Partial<AttributionWindows> | undefined;
  networkWindows?: NetworkWindows | undefined;
  plausibility?: Plausibility | undefined;
  campaign?: { id: string; windows: Partial<AttributionWindows> } | undefined;
}

interface Settings {
  windows: AttributionWindows;
  networkWindows: ReplaySettings['networkWindows'];
  plausibility: unknown;
}

async function readRules(tx: Tx, projectId: string): Promise<Settings> {
  const row = await tx
    .selectFrom('attribution_rules')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    windows: AttributionWindows.parse(row),
    networkWindows: row.network_windows as ReplaySettings['networkWindows'],
    plausibility: row.plausibility,
  };
}

export async function isCampaign(db: Db, projectId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('campaigns')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

async function readCampaignWindows(
  tx: Tx,
  projectId: string,
): Promise<Map<string, Partial<AttributionWindows>>> {
  const rows = await tx
    .selectFrom('campaigns')
    .select(['id', 'windows'])
    .where('project_id', '=', projectId)
    .where('windows', '<>', '{}')
    .execute();
  return new Map(rows.map(({ id, windows }) => [id, windows as Partial<AttributionWindows>]));
}

/** Campaigns that other thresholds make an outlier, or none any more, by the installs of today. */
async function readOutliers(
  tx: Tx,
  { projectId, now }: { projectId: string; now: Date },
  { current, proposed }: { current: unknown; proposed: unknown },
): Promise<Map<string, boolean>> {
  const [before, after] = [outlierThresholdsOf(current), outlierThresholdsOf(proposed)];
  if (before.lateShare === after.lateShare && before.minInstalls === after.minInstalls) return new Map();
  const sources = await countSources(tx, projectId, now);
  const [were, are] = [before, after].map(
    (thresholds) => new Set(outliersAmong(sources, thresholds).map(({ campaign_id }) => campaign_id)),
  ) as [Set<string>, Set<string>];
  const changed = [...new Set([...were, ...are])].filter((id) => were.has(id) !== are.has(id));
  return new Map(changed.map((id) => [id, are.has(id)]));
}

function settingsOf(
  { windows, networkWindows, plausibility }: Settings,
  rest: Pick<ReplaySettings, 'campaignWindows' | 'outliers'>,
): ReplaySettings {
  return { rules: rulesOf({ version: 0, windows, plausibility }), networkWindows, ...rest };
}

/** The settings that hold, and the same with a change that nobody has saved. */
export async function readSettings(
  tx: Tx,
  key: { projectId: string; now: Date },
  change: SettingsChange,
): Promise<{ current: ReplaySettings; proposed: ReplaySettings }> {
  const rules = await readRules(tx, key.projectId);
  const campaignWindows = await readCampaignWindows(tx, key.projectId);
  const plausibility = change.plausibility ?? rules.plausibility;
  const outliers = await readOutliers(tx, key, { current: rules.plausibility, proposed: plausibility });
  const { campaign } = change;
  const next: Settings = {
    windows: { ...rules.windows, ...change.windows },
    networkWindows: change.networkWindows ?? rules.networkWindows,
    plausibility,
  };
  return {
    current: settingsOf(rules, { campaignWindows }),
    proposed: settingsOf(next, {
      campaignWindows: campaign
        ? new Map([...campaignWindows, [campaign.id, campaign.windows]])
        : campaignWindows,
      outliers,
    }),
  };
}
