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

/** Every unit down to the millisecond, so that no two lengths read the same. */
function exactWords(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const whole = Math.floor(ms / 1000);
  const days = whole < DAYS_FROM ? 0 : Math.floor(whole / DAY);
  const hours = Math.floor((whole - days * DAY) / HOUR);
  const rest = (ms - (days * DAY + hours * HOUR) * 1000) / 1000;
  const parts: [number, string][] = [
    [hours, 'h'],
    [Math.floor(rest / MINUTE), 'min'],
    [Math.round((rest % MINUTE) * 1000) / 1000, 's'],
  ];
  const words = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return [...(days > 0 ? [dayWords(days)] : []), ...words].join(' ') || '0 s';
}

/** A length of time and a limit that it exceeds, as words that show by how much where they would read the same. */
export function exceedingWords(seconds: number, limitSeconds: number): { length: string; limit: string } {
  const [length, limit] = [durationWords(seconds), durationWords(limitSeconds)];
  return length === limit
    ? { length: exactWords(seconds), limit: exactWords(limitSeconds) }
    : { length, limit };
}
