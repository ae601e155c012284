import { Chip } from '../ui/chip.tsx';
import { zoneParts } from './zone-label.ts';

/** The time zone whose days a screen counts. A phone has room for the offset only. */
export function ZoneChip({ timezone }: { timezone: string }) {
  const { city, offset } = zoneParts(timezone, new Date());
  return (
    <span title={`Days in ${timezone}`}>
      <Chip>
        <span>
          <span className={offset ? 'max-sm:sr-only' : undefined}>{city} </span>
          {offset && <span className="sm:hidden">UTC</span>}
          {offset}
        </span>
      </Chip>
    </span>
  );
}
