/** A zone as people say it, with its offset at that moment: "Kolkata +5:30". */
export function zoneLabel(timezone: string, at: Date): string {
  const place = timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone;
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    timeZoneName: 'shortOffset',
  }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? '';
  const spoken = offset.replace('-', '−');
  return spoken === '' || spoken === '+0' ? place : `${place} ${spoken}`;
}
