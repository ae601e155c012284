import { z } from 'zod';

/** Why a touch is implausible; the names are those of Adjust's rejection reasons. */
export const REJECTION_REASONS = [
  'anonymous_traffic',
  'distribution_outlier',
  'too_many_engagements',
  'engagement_injection',
  'incorrect_signature',
  'malformed_advertising_id',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** What follows from a suspicion, from mild to hard. */
export const LEVELS = ['tag', 'no_postback', 'no_credit'] as const;
export const PlausibilityLevel = z.enum(LEVELS);
export type PlausibilityLevel = z.infer<typeof PlausibilityLevel>;

const whole = z.int('is not a whole number');
const seconds = whole.min(0, 'is at least 0 seconds').max(3600, 'is at most 1 hour');
const perHour = whole.min(1, 'is at least 1').max(1_000_000, 'is at most 1,000,000');

export const PlausibilityThresholds = z.object({
  /** A click this short before the download is rejected. */
  reject_ctit_seconds: seconds,
  /** A click this short before the download is marked. */
  flag_ctit_seconds: seconds,
  device_touches_per_hour: perHour,
  ip_touches_per_hour: perHour,
  /** The minimum similarity of a click and an install, of 100. */
  min_likeness: whole.min(0, 'is at least 0').max(100, 'is at most 100'),
  /** The share of installs 2 to 24 hours after the click above which a source is an outlier. */
  outlier_late_share: z.number().min(0, 'is at least 0').max(1, 'is at most 1'),
  outlier_min_installs: whole.min(1, 'is at least 1').max(1_000_000, 'is at most 1,000,000'),
});
export type PlausibilityThresholds = z.infer<typeof PlausibilityThresholds>;

export const DEFAULT_PLAUSIBILITY_THRESHOLDS: PlausibilityThresholds = {
  reject_ctit_seconds: 3,
  flag_ctit_seconds: 10,
  device_touches_per_hour: 20,
  ip_touches_per_hour: 100,
  // An equal address alone gives 60: something else must agree, too.
  min_likeness: 70,
  outlier_late_share: 0.4,
  outlier_min_installs: 100,
};

/** A click id that is not ours is never credited, so its level is not a setting. */
export const PlausibilityLevels = z.object({
  anonymous_traffic: PlausibilityLevel,
  distribution_outlier: PlausibilityLevel,
  too_many_engagements: PlausibilityLevel,
  engagement_injection: PlausibilityLevel,
  malformed_advertising_id: PlausibilityLevel,
});
export type PlausibilityLevels = z.infer<typeof PlausibilityLevels>;

/** Hard where the touch itself is disproved, mild where only its source is suspicious. */
export const DEFAULT_PLAUSIBILITY_LEVELS: PlausibilityLevels = {
  anonymous_traffic: 'no_postback',
  distribution_outlier: 'tag',
  too_many_engagements: 'no_postback',
  engagement_injection: 'no_credit',
  malformed_advertising_id: 'no_postback',
};

/** A project's plausibility settings; what is left out has its default. */
export const Plausibility = z.object({
  thresholds: PlausibilityThresholds.partial().optional(),
  levels: PlausibilityLevels.partial().optional(),
});
export type Plausibility = z.infer<typeof Plausibility>;
