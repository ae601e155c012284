const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const;

/** A length of time by its two largest units: "13 min 52 s", "2 d 3 h"; less than a second is "0 s". */
export function spanWords(seconds: number): string {
  let rest = Math.round(Math.abs(seconds));
  const first = UNITS.findIndex((unit) => rest >= unit.seconds);
  if (first < 0) return '0 s';
  const parts: string[] = [];
  for (const unit of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / unit.seconds);
    rest -= count * unit.seconds;
    if (count > 0) parts.push(`${count} ${unit.name}`);
  }
  return `${seconds < 0 ? '−' : ''}${parts.join(' ')}`;
}

/** The same in all its units and to the millisecond, where two lengths are compared: "6 h 0.4 s". */
export function exactSpanWords(seconds: number): string {
  let rest = Math.round(Math.abs(seconds) * 1000);
  const parts: string[] = [];
  for (const unit of UNITS) {
    const isLast = unit.name === 's';
    const count = isLast ? rest / 1000 : Math.floor(rest / (unit.seconds * 1000));
    rest -= count * unit.seconds * 1000;
    if (count > 0) parts.push(`${count} ${unit.name}`);
  }
  return `${seconds < 0 ? '−' : ''}${parts.join(' ') || '0 s'}`;
}
