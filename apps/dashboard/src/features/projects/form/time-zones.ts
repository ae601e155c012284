import type { ZoneInfo } from '@trailmark/contract/projects';

// Names that browsers still report, and the ones people look for since.
const RENAMED: Record<string, string> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** How far a zone is from UTC, such as "UTC+05:30". */
export function offsetWords(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  return `UTC${minutes < 0 ? '−' : '+'}${hours}:${String(size % 60).padStart(2, '0')}`;
}

/** The browser's zone under a name that the list has; UTC when it has none of them. */
export function preferredZone(browserZone: string, zones: Pick<ZoneInfo, 'name'>[]): string {
  const names = new Set(zones.map((zone) => zone.name));
  const renamed = RENAMED[browserZone];
  if (renamed && names.has(renamed)) return renamed;
  return names.has(browserZone) ? browserZone : 'UTC';
}

export interface ZoneOption {
  value: string;
  label: string;
  hint: string;
  keywords: string[];
}

/** A zone as a choice: its city in front, so that it is found by what people call it. */
export function zoneOption({ name, offset_minutes }: ZoneInfo): ZoneOption {
  const label = name.replaceAll('_', ' ');
  const older = Object.keys(RENAMED).filter((old) => RENAMED[old] === name);
  return {
    value: name,
    label,
    hint: offsetWords(offset_minutes),
    keywords: [offsetWords(offset_minutes), ...older],
  };
}
