import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { type ClassNames, type CustomComponents, DayPicker, type Labels } from 'react-day-picker';
import { cn } from '../ui/cn.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { dayOf, formatDay, isDay, midnight } from './calendar-day.ts';
import type { DayRange } from './report-range.ts';

interface RangeCalendarProps {
  days: DayRange;
  today: string;
  onChange: (days: DayRange) => void;
}

const rangeEnd = cn(
  '[&>button]:bg-accent [&>button]:font-semibold [&>button]:text-accent-ink!',
  '[&>button]:hover:bg-accent-hover',
);

const STYLES: Partial<ClassNames> = {
  root: 'w-fit justify-self-center',
  month: 'grid grid-cols-[auto_1fr_auto] items-center gap-y-1',
  month_caption: 'text-center font-medium',
  month_grid: 'col-span-3 border-separate border-spacing-y-0.5',
  weekday: 'h-7 text-xs font-normal text-text-3',
  day: 'p-0',
  day_button: 'num grid size-8 place-items-center rounded-sm text-[13px] hover:bg-hover',
  today: '[&>button]:font-semibold [&>button]:text-accent',
  hidden: 'invisible',
  disabled: '[&>button]:pointer-events-none [&>button]:opacity-40',
  selected: 'bg-accent-soft',
  range_start: cn('rounded-l-sm', rangeEnd),
  range_end: cn('rounded-r-sm', rangeEnd),
};

const LABELS: Partial<Labels> = {
  labelGrid: () => 'Days',
  labelPrevious: () => 'Previous month',
  labelNext: () => 'Next month',
  labelDayButton: (date) =>
    formatDay(dayOf(date), { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
};

type MonthButtonProps = Parameters<CustomComponents['NextMonthButton']>[0];

function MonthButton({ 'aria-label': label = '', 'aria-disabled': disabled, ...props }: MonthButtonProps) {
  return <IconButton {...props} label={label} tooltip={false} size="sm" disabled={Boolean(disabled)} />;
}

const COMPONENTS: Partial<CustomComponents> = {
  PreviousMonthButton: MonthButton,
  NextMonthButton: MonthButton,
  Chevron: ({ orientation }) =>
    orientation === 'left' ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />,
};

/** The first choice begins a period and the second ends it; an earlier day begins it again. */
export function RangeCalendar({ days, today, onChange }: RangeCalendarProps) {
  const [begun, setBegun] = useState<string | null>(null);
  const pick = (day: string) => {
    const isBeginning = begun === null || day < begun;
    setBegun(isBeginning ? day : null);
    onChange({ from: isBeginning ? day : begun, to: day });
  };
  const selected = isDay(days.from) && isDay(days.to) ? days : null;
  const todayAt = midnight(today);
  return (
    <DayPicker
      mode="range"
      // Days have no zone: they are counted in UTC.
      timeZone="UTC"
      weekStartsOn={1}
      navLayout="around"
      today={todayAt}
      endMonth={todayAt}
      disabled={{ after: todayAt }}
      defaultMonth={selected && selected.to <= today ? midnight(selected.to) : todayAt}
      selected={selected ? { from: midnight(selected.from), to: midnight(selected.to) } : undefined}
      onSelect={(_, date) => pick(dayOf(date))}
      classNames={STYLES}
      labels={LABELS}
      components={COMPONENTS}
    />
  );
}
