import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { RangePanel } from './range-panel.tsx';
import { rangeWords } from './range-words.ts';
import { useReportRange, useToday } from './use-report-range.ts';

/** Which days a screen shows and what they are compared with. */
export function RangePicker() {
  const [open, setOpen] = useState(false);
  const range = useReportRange();
  const { days, comparison } = rangeWords(range, useToday());
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button aria-label={`Days: ${days} ${comparison}`} className="num">
          <CalendarDays aria-hidden />
          {days}
          {comparison && <span className="font-normal text-text-3 max-sm:hidden">{comparison}</span>}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label="Days of the report"
        className="max-h-(--radix-popover-content-available-height) w-auto overflow-y-auto p-0"
      >
        <RangePanel range={range} onClose={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}
