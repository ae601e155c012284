import { CalendarDays } from 'lucide-react';
import { PRESET_WORDS } from '../../report/range-words.ts';
import { PRESETS } from '../../report/report-range.ts';
import { useChangeRange } from '../../report/use-report-range.ts';
import { CommandGroup, CommandItem } from '../../ui/command.tsx';
import { useScreen } from '../current-screen.ts';
import type { ItemsProps } from './items-props.ts';

/** The usual periods, on a screen that has one. */
export function RangeItems({ choose }: ItemsProps) {
  const change = useChangeRange();
  if (useScreen()?.layout !== 'report') return null;
  return (
    <CommandGroup heading="Date range">
      {PRESETS.map((preset) => (
        <CommandItem
          key={preset}
          value={`range ${preset}`}
          keywords={[PRESET_WORDS[preset], 'date range', 'period']}
          icon={<CalendarDays />}
          hint="Date range"
          onSelect={choose(() => change({ period: { preset } }))}
        >
          {PRESET_WORDS[preset]}
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
