import { Chip } from '../ui/chip.tsx';
import { zoneLabel } from './zone-label.ts';

/** Says whose days the numbers of a screen are. */
export function ZoneChip({ timezone }: { timezone: string }) {
  return (
    <span title="Days are the project's days">
      <Chip>{zoneLabel(timezone, new Date())}</Chip>
    </span>
  );
}
