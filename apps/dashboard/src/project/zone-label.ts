import { dateFormat } from '../words/date-format.ts';

interface ZoneParts {
  city: string;
  /** Empty where it is that of UTC. */
  offset: string;
}

/** A zone as people say it, with its offset at that moment: "Kolkata" and "+5:30". */
export function zoneParts(timezone: string, at: Date): ZoneParts {
  const city = timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone;
  const parts = dateFormat('en', {
    timeZone: timezone,
    timeZoneName: 'shortOffset',
  }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? '';
  return { city, offset: offset === '+0' ? '' : offset.replace('-', '−') };
}

/** The same in one text: "Kolkata +5:30". */
export function zoneLabel(timezone: string, at: Date): string {
  const { city, offset } = zoneParts(timezone, at);
  return offset === '' ? city : `${city} ${offset}`;
}
