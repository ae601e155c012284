import { type ComponentProps, useEffect, useState } from 'react';
import { dateFormat } from '../words/date-format.ts';
import { formatRelative, relativeStaleMs } from './format-relative.ts';

interface RelativeTimeProps extends Omit<ComponentProps<'time'>, 'dateTime' | 'children'> {
  /** An instant: ISO-8601 or a Date. */
  at: string | Date;
  /** The zone of the absolute time in the title; the browser's by default. */
  timeZone?: string;
}

export function RelativeTime({ at, timeZone, ...props }: RelativeTimeProps) {
  const instant = typeof at === 'string' ? new Date(at) : at;
  const now = useNow(instant);
  if (Number.isNaN(instant.getTime())) return <span {...props}>–</span>;
  const absolute = dateFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone,
  }).format(instant);
  return (
    <time data-slot="relative-time" dateTime={instant.toISOString()} title={absolute} {...props}>
      {formatRelative(instant, now)}
    </time>
  );
}

function useNow(instant: Date): Date {
  const [now, setNow] = useState(() => new Date());
  const time = instant.getTime();
  useEffect(() => {
    if (Number.isNaN(time)) return;
    const timer = setTimeout(() => setNow(new Date()), relativeStaleMs(new Date(time), now));
    return () => clearTimeout(timer);
  }, [time, now]);
  return now;
}
