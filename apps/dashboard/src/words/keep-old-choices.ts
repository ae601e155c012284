import { isTwentyFour } from '@trailmark/contract/windows';

export interface KeepOldChoice {
  hours: number;
  label: string;
}

/** How long a replaced key goes on working. */
export const KEEP_OLD_CHOICES: readonly KeepOldChoice[] = [
  { hours: 0, label: 'It stops at once' },
  { hours: 24, label: '24 hours' },
  { hours: 168, label: '7 days' },
  { hours: 720, label: '30 days' },
];

/** The same for a select, whose values are text. */
export const KEEP_OLD_OPTIONS = KEEP_OLD_CHOICES.map(({ hours, label }) => ({ value: String(hours), label }));

/** The choice of a number of hours; the contract's default is a day. */
export function keepOldChoice(hours: number | string): KeepOldChoice | undefined {
  return KEEP_OLD_CHOICES.find((choice) =>
    isTwentyFour(choice.hours) ? isTwentyFour(hours) : hours !== '' && choice.hours === Number(hours),
  );
}
