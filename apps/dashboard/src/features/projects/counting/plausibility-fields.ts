import type {
  PlausibilityLevel,
  PlausibilityLevels,
  PlausibilityThresholds,
} from '@trailmark/contract/plausibility';

export const LEVEL_WORDS: Record<PlausibilityLevel, { label: string; hint: string }> = {
  tag: { label: 'Mark it', hint: 'Credited and reported to networks, with a mark' },
  no_postback: { label: 'Send no postback', hint: 'Credited, but not reported to networks' },
  no_credit: { label: 'Do not credit it', hint: 'The touch is ignored' },
};

type Threshold = keyof PlausibilityThresholds;

export const THRESHOLD_FIELDS: Record<Threshold, { label: string; unit: string; step: number }> = {
  reject_ctit_seconds: { label: 'Reject when shorter than', unit: 'seconds', step: 1 },
  flag_ctit_seconds: { label: 'Mark when shorter than', unit: 'seconds', step: 1 },
  device_touches_per_hour: { label: 'Per device', unit: 'an hour', step: 1 },
  ip_touches_per_hour: { label: 'Per IP address', unit: 'an hour', step: 1 },
  min_likeness: { label: 'Minimum similarity', unit: 'of 100', step: 1 },
  outlier_late_share: { label: 'Share of late installs', unit: 'of 1', step: 0.05 },
  outlier_min_installs: { label: 'Minimum installs', unit: 'installs', step: 1 },
};

interface LevelField {
  /** Null where nothing but the threshold can be chosen. */
  name: keyof PlausibilityLevels | null;
  label: string;
  explanation: string;
  thresholds: readonly Threshold[];
}

export const LEVEL_FIELDS: readonly LevelField[] = [
  {
    name: 'engagement_injection',
    label: 'Injected touch',
    explanation: 'A click right before the download, or after it began, was made by something on the device.',
    thresholds: ['reject_ctit_seconds', 'flag_ctit_seconds'],
  },
  {
    name: 'too_many_engagements',
    label: 'Too many touches',
    explanation: 'People do not click dozens of ads in an hour.',
    thresholds: ['device_touches_per_hour', 'ip_touches_per_hour'],
  },
  {
    name: 'distribution_outlier',
    label: 'Late installs',
    explanation: 'A source whose installs come 2 to 24 hours after the click more often than others.',
    thresholds: ['outlier_late_share', 'outlier_min_installs'],
  },
  {
    name: 'anonymous_traffic',
    label: 'Anonymous traffic',
    explanation: 'The app was opened from a data centre, a VPN or Tor.',
    thresholds: [],
  },
  {
    name: 'malformed_advertising_id',
    label: 'Malformed advertising id',
    explanation: 'An advertising id was sent that cannot be one.',
    thresholds: [],
  },
  {
    name: null,
    label: 'Similarity',
    explanation: 'How similar a click and an install without an identifier must be to be matched.',
    thresholds: ['min_likeness'],
  },
];
