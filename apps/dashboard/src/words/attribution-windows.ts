import { type AttributionWindows, isTwentyFour } from '@trailmark/contract/windows';

export interface WindowField {
  name: keyof AttributionWindows;
  label: string;
  unit: 'hours' | 'days';
  /** What the window decides, in one line. */
  explanation: string;
  min: number;
  max: number;
  presets: readonly number[];
}

export const WINDOW_FIELDS: readonly WindowField[] = [
  {
    name: 'click_hours',
    label: 'Click',
    unit: 'hours',
    explanation: 'An install is credited to a click that is at most this old.',
    min: 1,
    max: 720,
    presets: [6, 24, 72, 168, 720],
  },
  {
    name: 'probabilistic_hours',
    label: 'Probabilistic click',
    unit: 'hours',
    explanation: 'An install without an identifier is credited to a similar click that is at most this old.',
    min: 0,
    max: 24,
    presets: [0, 6, 24],
  },
  {
    name: 'view_hours',
    label: 'View',
    unit: 'hours',
    explanation: 'An install that no click explains is credited to an ad view that is at most this old.',
    min: 0,
    max: 168,
    presets: [0, 6, 24, 72, 168],
  },
  {
    name: 'reattribution_days',
    label: 'Re-attribution',
    unit: 'days',
    explanation: 'A reinstall within this time is the same person coming back, not a new install.',
    min: 1,
    max: 730,
    presets: [30, 90, 180, 365],
  },
  {
    name: 'inactivity_days',
    label: 'Inactivity',
    unit: 'days',
    explanation: 'A person must have been away this long before an ad can be credited with the return.',
    min: 0,
    max: 365,
    presets: [0, 7, 30],
  },
  {
    name: 'web_days',
    label: 'Web click',
    unit: 'days',
    explanation: 'A new visitor of your site is credited to a click that is at most this old.',
    min: 1,
    max: 90,
    presets: [1, 7, 30, 90],
  },
];

/** How long a window is, in words: hours up to two days, whole days from there on, "Off" for none. */
export function windowWords(value: number, unit: 'hours' | 'days'): string {
  if (value === 0) return unit === 'hours' ? 'Off' : 'None';
  if (unit === 'hours' && value > 24 && value % 24 === 0) return windowWords(value / 24, 'days');
  const noun = unit === 'hours' ? 'hour' : 'day';
  return `${value} ${noun}${value === 1 ? '' : 's'}`;
}

/** The preset of a value, or "custom"; the text in a field counts as its number. */
export function presetOf(
  value: number | string,
  field: Pick<WindowField, 'presets' | 'unit'>,
): number | 'custom' {
  if (field.unit === 'hours' && isTwentyFour(value) && field.presets.includes(24)) return 24;
  if (value === '' || Number.isNaN(Number(value))) return 'custom';
  return field.presets.find((preset) => preset === Number(value)) ?? 'custom';
}
