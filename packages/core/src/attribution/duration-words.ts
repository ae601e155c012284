const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From this on hours are no measure that anybody thinks in. */
const DAYS_FROM = 2 * DAY;
/** Below this, seconds matter. */
const SECONDS_UNTIL = 10 * MINUTE;

const dayWords = (count: number) => (count === 1 ? '1 day' : `${count} days`);

function two(large: string, small: number, unit: string): string {
  return small === 0 ? large : `${large} ${small} ${unit}`;
}

/** A length of time as people say it, in at most two units, never longer than it is. */
export function durationWords(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds));
  if (whole === 0) return 'less than 1 s';
  if (whole < MINUTE) return `${whole} s`;
  const minutes = Math.floor(whole / MINUTE);
  if (whole < SECONDS_UNTIL) return two(`${minutes} min`, whole % MINUTE, 's');
  if (whole < HOUR) return `${minutes} min`;
  const hours = Math.floor(whole / HOUR);
  if (whole < DAYS_FROM) return two(`${hours} h`, minutes % 60, 'min');
  return two(dayWords(Math.floor(whole / DAY)), hours % 24, 'h');
}
