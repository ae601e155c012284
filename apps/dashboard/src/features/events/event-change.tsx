import { Delta } from '../../report/delta.tsx';
import { useFilterQuery } from '../../report/use-report-filter.ts';

interface EventChangeProps {
  name: string;
  count: number;
  previous: number | null;
  period: string;
  currency: string;
}

/** How the number of an event changed, and against which period. */
export function EventChange({ name, count, previous, period, currency }: EventChangeProps) {
  return (
    <Delta
      metric={`event:${name}`}
      value={count}
      previous={previous}
      period={period}
      style={{ currency }}
      explain={{ filter: useFilterQuery() }}
    />
  );
}
