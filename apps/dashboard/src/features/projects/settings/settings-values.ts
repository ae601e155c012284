import { NETWORKS, type Network } from '@trailmark/contract/campaigns';
import type { DayKind } from '@trailmark/contract/day-kind';
import {
  DEFAULT_PLAUSIBILITY_LEVELS,
  DEFAULT_PLAUSIBILITY_THRESHOLDS,
  type Plausibility,
  type PlausibilityLevels,
  type PlausibilityThresholds,
} from '@trailmark/contract/plausibility';
import {
  DEFAULT_DELIVERY_DAYS,
  DEFAULT_RETENTION_DAYS,
  type NetworkWindows,
  type Project,
} from '@trailmark/contract/projects';
import type { AttributionWindows } from '@trailmark/contract/windows';

/** Empty where the network has the project's. */
type SomeWindows = Record<keyof AttributionWindows, number | ''>;

const EMPTY: SomeWindows = {
  click_hours: '',
  probabilistic_hours: '',
  view_hours: '',
  reattribution_days: '',
  inactivity_days: '',
  web_days: '',
};

/** How a project counts, as a form holds it: thresholds are all there, windows of a network where they differ. */
export interface CountingValues {
  day_kind: DayKind;
  retention_days: number;
  delivery_retention_days: number;
  network_windows: Record<Network, SomeWindows>;
  plausibility: { thresholds: PlausibilityThresholds; levels: PlausibilityLevels };
}

export function countingOf(project: Project): CountingValues {
  const { plausibility, network_windows } = project;
  return {
    day_kind: project.day_kind,
    retention_days: project.retention_days ?? DEFAULT_RETENTION_DAYS,
    delivery_retention_days: project.delivery_retention_days ?? DEFAULT_DELIVERY_DAYS,
    network_windows: Object.fromEntries(
      NETWORKS.map((network) => [network, { ...EMPTY, ...network_windows?.[network] }]),
    ) as CountingValues['network_windows'],
    plausibility: {
      thresholds: { ...DEFAULT_PLAUSIBILITY_THRESHOLDS, ...plausibility?.thresholds },
      levels: { ...DEFAULT_PLAUSIBILITY_LEVELS, ...plausibility?.levels },
    },
  };
}

/** Values that differ from the defaults; a project follows the defaults when they change. */
function unusual<Values extends object>(values: Values, usual: Values): Partial<Values> {
  const given = Object.entries(values).filter(
    ([name, value]) => !isLeftOut(value) && value !== usual[name as keyof Values],
  );
  return Object.fromEntries(given) as Partial<Values>;
}

/** An emptied field means: as usual. */
function isLeftOut(value: unknown): boolean {
  return value === undefined || value === '' || Number.isNaN(value);
}

export interface CountingChange {
  network_windows?: NetworkWindows;
  plausibility?: Plausibility;
}

/** As the contract takes it. */
export function completedCounting(values: Partial<CountingValues>): CountingChange {
  const { network_windows, plausibility } = values;
  return {
    ...(network_windows && { network_windows: differing(network_windows) }),
    ...(plausibility && {
      plausibility: {
        thresholds: unusual(plausibility.thresholds, DEFAULT_PLAUSIBILITY_THRESHOLDS),
        levels: unusual(plausibility.levels, DEFAULT_PLAUSIBILITY_LEVELS),
      },
    }),
  };
}

function differing(windows: CountingValues['network_windows']): NetworkWindows {
  const networks = Object.entries(windows).flatMap(([network, some]) => {
    const given = Object.entries(some).filter(([, value]) => !isLeftOut(value));
    return given.length > 0 ? [[network, Object.fromEntries(given)]] : [];
  });
  return Object.fromEntries(networks) as NetworkWindows;
}
