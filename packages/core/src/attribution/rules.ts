import {
  DEFAULT_PLAUSIBILITY_LEVELS,
  DEFAULT_PLAUSIBILITY_THRESHOLDS,
  PlausibilityLevels,
  PlausibilityThresholds,
} from '@trailmark/contract/plausibility';
import type { AttributionWindows } from '@trailmark/contract/windows';
import type { PlausibilityLevel, RejectionReason, Rules, Thresholds } from './decision.ts';
import type { OutlierThresholds } from './distribution.ts';

// Made once: zod compiles a schema when it is first used.
const SomeLevels = PlausibilityLevels.partial();
const SomeThresholds = PlausibilityThresholds.partial();

const usual = DEFAULT_PLAUSIBILITY_THRESHOLDS;

export const DEFAULT_THRESHOLDS: Thresholds = {
  rejectCtitSeconds: usual.reject_ctit_seconds,
  flagCtitSeconds: usual.flag_ctit_seconds,
  deviceTouchesPerHour: usual.device_touches_per_hour,
  ipTouchesPerHour: usual.ip_touches_per_hour,
  minLikeness: usual.min_likeness,
};

export const DEFAULT_OUTLIER_THRESHOLDS: OutlierThresholds = {
  lateShare: usual.outlier_late_share,
  minInstalls: usual.outlier_min_installs,
};

const { malformed_advertising_id, ...levels } = DEFAULT_PLAUSIBILITY_LEVELS;

export const DEFAULT_LEVELS: Record<RejectionReason, PlausibilityLevel> = {
  ...levels,
  incorrect_signature: 'no_credit',
  malformed_advertising_id,
};

/** One version of a project's settings as they are stored. */
export interface StoredRules {
  version: number;
  windows: AttributionWindows;
  /** The contract's `Plausibility`, or whatever an older version left there. */
  plausibility: unknown;
}

const read = new WeakMap<StoredRules, Rules>();

/** The rules of a project's settings; missing and invalid values have their defaults. */
export function rulesOf(stored: StoredRules): Rules {
  // Settings are read once and used with every open; nothing changes them in place.
  const known = read.get(stored) ?? readRules(stored);
  read.set(stored, known);
  return known;
}

function readRules(stored: StoredRules): Rules {
  const thresholds = readThresholds(stored.plausibility);
  const levels = SomeLevels.parse(
    validFields(PlausibilityLevels.shape, member(stored.plausibility, 'levels')),
  );
  return {
    version: stored.version,
    windows: stored.windows,
    thresholds: {
      rejectCtitSeconds: thresholds.reject_ctit_seconds ?? DEFAULT_THRESHOLDS.rejectCtitSeconds,
      flagCtitSeconds: thresholds.flag_ctit_seconds ?? DEFAULT_THRESHOLDS.flagCtitSeconds,
      deviceTouchesPerHour: thresholds.device_touches_per_hour ?? DEFAULT_THRESHOLDS.deviceTouchesPerHour,
      ipTouchesPerHour: thresholds.ip_touches_per_hour ?? DEFAULT_THRESHOLDS.ipTouchesPerHour,
      minLikeness: thresholds.min_likeness ?? DEFAULT_THRESHOLDS.minLikeness,
    },
    levels: { ...DEFAULT_LEVELS, ...levels },
  };
}

/** When a project takes a source for an outlier. */
export function outlierThresholdsOf(plausibility: unknown): OutlierThresholds {
  const thresholds = readThresholds(plausibility);
  return {
    lateShare: thresholds.outlier_late_share ?? DEFAULT_OUTLIER_THRESHOLDS.lateShare,
    minInstalls: thresholds.outlier_min_installs ?? DEFAULT_OUTLIER_THRESHOLDS.minInstalls,
  };
}

function readThresholds(plausibility: unknown): Partial<PlausibilityThresholds> {
  return SomeThresholds.parse(validFields(PlausibilityThresholds.shape, member(plausibility, 'thresholds')));
}

/** One bad field must not undo the others. */
function validFields(
  shape: Record<string, { safeParse(value: unknown): { success: boolean } }>,
  given: unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape)
      .map(([name, schema]) => ({ name, value: member(given, name), schema }))
      .filter(({ value, schema }) => schema.safeParse(value).success)
      .map(({ name, value }) => [name, value]),
  );
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
