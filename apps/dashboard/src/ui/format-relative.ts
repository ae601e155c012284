/** Weeks, months and years are said from two on: "next week" could be any of twelve days. */
const steps: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number; fewest?: number }[] = [
  { unit: 'year', seconds: 31_557_600, fewest: 2 },
  { unit: 'month', seconds: 2_629_800, fewest: 2 },
  { unit: 'week', seconds: 604_800, fewest: 2 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
];

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' });

/** "3 minutes ago", "in 2 days"; under 45 seconds "just now". */
export function formatRelative(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  const age = Math.abs(seconds);
  if (age < 45) return 'just now';
  // Half a minute below the step still rounds up to it: "60 minutes ago" is never said.
  const step = steps.find(({ seconds: unit, fewest = 1 }) => Math.round(age / 60) * 60 >= unit * fewest);
  if (!step) return words.format(Math.sign(seconds), 'minute');
  return words.format(
    Math.sign(seconds) * Math.max(1, Math.floor((Math.round(age / 60) * 60) / step.seconds)),
    step.unit,
  );
}

/** How long the text above stays right, in milliseconds. */
export function relativeStaleMs(at: Date, now: Date): number {
  const age = Math.abs(at.getTime() - now.getTime());
  return age < 3_600_000 ? 15_000 : 600_000;
}
