import type {
  PlausibilityLevel,
  PlausibilityLevels,
  PlausibilityThresholds,
} from '@trailmark/contract/plausibility';
import type { ProjectWords } from '@trailmark/contract/project-words';

export const LEVEL_WORDS: Record<PlausibilityLevel, { label: string; hint: string }> = {
  tag: { label: 'Mark it', hint: 'Credited and reported to networks, with a mark' },
  no_postback: { label: 'Send no postback', hint: 'Credited, but not reported to networks' },
  no_credit: { label: 'Do not credit it', hint: 'The touch is ignored' },
};

type Threshold = keyof PlausibilityThresholds;

interface ThresholdWords {
  label: string;
  unit: string;
  step: number;
  /** What the threshold changes, in one sentence. */
  effect: string;
}

export const thresholdFields = ({ newInstalls }: ProjectWords): Record<Threshold, ThresholdWords> => ({
  reject_ctit_seconds: {
    label: 'Reject when shorter than',
    unit: 'seconds',
    step: 1,
    effect: 'A click this shortly before the download gets the treatment chosen here.',
  },
  flag_ctit_seconds: {
    label: 'Mark when shorter than',
    unit: 'seconds',
    step: 1,
    effect: 'A click this shortly before the download is only marked.',
  },
  device_touches_per_hour: {
    label: 'Per device',
    unit: 'an hour',
    step: 1,
    effect: 'More touches of one device than this are suspicious.',
  },
  ip_touches_per_hour: {
    label: 'Per IP address',
    unit: 'an hour',
    step: 1,
    effect: 'More touches of one address than this are suspicious.',
  },
  min_likeness: {
    label: 'Minimum similarity',
    unit: 'of 100',
    step: 1,
    effect: `Clicks and ${newInstalls} with a lower similarity are not matched.`,
  },
  outlier_late_share: {
    label: `Share of late ${newInstalls}`,
    unit: 'of 1',
    step: 0.05,
    effect: 'A source with a greater share than this is suspicious; 0.4 is 40%.',
  },
  outlier_min_installs: {
    label: `Minimum ${newInstalls}`,
    unit: newInstalls,
    step: 1,
    effect: `A source with fewer ${newInstalls} than this is not judged.`,
  },
});

interface FraudField {
  name: keyof PlausibilityLevels;
  label: string;
  explanation: string;
  thresholds: readonly Threshold[];
}

export const fraudFields = ({ product, newInstalls }: ProjectWords): readonly FraudField[] => [
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
    label: `Late ${newInstalls}`,
    explanation: `A source whose ${newInstalls} come 2 to 24 hours after the click more often than others.`,
    thresholds: ['outlier_late_share', 'outlier_min_installs'],
  },
  {
    name: 'anonymous_traffic',
    label: 'Anonymous traffic',
    explanation: `The ${product} was opened from a data centre, a VPN or Tor.`,
    thresholds: [],
  },
  {
    name: 'malformed_advertising_id',
    label: 'Malformed advertising id',
    explanation: 'An advertising id was sent that cannot be one.',
    thresholds: [],
  },
];
