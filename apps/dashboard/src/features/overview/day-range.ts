const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Two dates as people write a period: "1–14 Nov 2026". */
export function dayRange(from: string, to: string): string {
  return day.formatRange(new Date(from), new Date(to));
}
