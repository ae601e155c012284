const formats = new Map<string, Intl.DateTimeFormat>();

/** A format, made once: making one takes longer than using it a hundred times, and a chart has hundreds of days. */
export function dateFormat(locale: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(style);
  const cached = formats.get(key);
  if (cached) return cached;
  const made = new Intl.DateTimeFormat(locale, style);
  formats.set(key, made);
  return made;
}
