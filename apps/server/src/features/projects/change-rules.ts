import { NETWORKS } from '@trailmark/contract/campaigns';
import {
  type Plausibility,
  PlausibilityLevels,
  PlausibilityThresholds,
} from '@trailmark/contract/plausibility';
import type { NetworkWindows, ProjectChange } from '@trailmark/contract/projects';
import { AttributionWindows } from '@trailmark/contract/windows';
import type { z } from 'zod';
import { type AuditValues, differences } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import { insertRules, latestRules } from './store.ts';

/** What the decisions of a project go by; versioned as one. */
interface ProjectRules {
  windows: AttributionWindows;
  networkWindows: NetworkWindows;
  plausibility: Plausibility;
}

const WINDOWS = AttributionWindows.keyof().options;

/** Every value for itself, as the audit log shows them; one that is not set is null. */
function valuesOf({ windows, networkWindows, plausibility }: ProjectRules): AuditValues {
  const values: AuditValues = { ...windows };
  for (const network of NETWORKS) {
    const own = networkWindows[network];
    for (const name of WINDOWS) values[`${network}_${name}`] = own?.[name] ?? null;
  }
  for (const name of PlausibilityThresholds.keyof().options) {
    values[`plausibility_${name}`] = plausibility.thresholds?.[name] ?? null;
  }
  for (const name of PlausibilityLevels.keyof().options) {
    values[`plausibility_${name}`] = plausibility.levels?.[name] ?? null;
  }
  return values;
}

/** What is left out or empty says the same, so it is not kept. */
function withoutEmpty<Value extends object>(values: Value): Value {
  const isSet = (value: unknown) =>
    value !== undefined && (typeof value !== 'object' || Object.keys(value as object).length > 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isSet(value))) as Value;
}

interface RulesChange {
  change: z.output<typeof ProjectChange>;
  by: string;
}

/** A change makes the next version, which applies from now on; gives what differs. */
export async function changeRules(tx: Tx, now: Date, { change, by }: RulesChange) {
  const { project_id: projectId, windows, network_windows, plausibility } = change;
  if (!windows && !network_windows && !plausibility) return null;
  const rules = await latestRules(tx, projectId);
  const current: ProjectRules = {
    windows: AttributionWindows.parse(rules),
    networkWindows: rules.network_windows as NetworkWindows,
    plausibility: rules.plausibility as Plausibility,
  };
  const next: ProjectRules = {
    windows: { ...current.windows, ...withoutEmpty(windows ?? {}) },
    networkWindows: withoutEmpty(network_windows ?? current.networkWindows),
    plausibility: withoutEmpty(plausibility ?? current.plausibility),
  };
  const diff = differences(valuesOf(current), valuesOf(next));
  if (diff) await insertRules(tx, now, { projectId, version: rules.version + 1, ...next, by });
  return diff;
}
