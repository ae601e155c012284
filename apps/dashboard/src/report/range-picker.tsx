import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { RangePanel } from './range-panel.tsx';
import { rangeWords } from './range-words.ts';
import { useReportRange, useToday } from './use-report-range.ts';

interface RangePickerProps {
  /** Whether the screen compares its days with others. */
  compares: boolean;
}

/** Which days a screen shows and what they are compared with. */
export function RangePicker({ compares }: RangePickerProps) {
  const [open, setOpen] = useState(false);
  const range = useReportRange();
  const words = rangeWords(range, useToday());
  const { days } = words;
  const comparison = compares ? words.comparison : '';
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button aria-label={`Days: ${days} ${comparison}`.trim()} className="num">
          <CalendarDays aria-hidden />
          {days} {comparison && <span className="font-normal text-text-3 max-sm:hidden">{comparison}</span>}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label="Days of the report"
        className="max-h-(--radix-popover-content-available-height) w-auto overflow-y-auto p-0"
      >
        <RangePanel range={range} compares={compares} onClose={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}
