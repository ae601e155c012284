import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { cn } from '../ui/cn.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { addMonths, firstOfMonth, formatDay, isDay } from './calendar-day.ts';
import { dayByKey, WEEKDAYS, weeksOf } from './calendar-grid.ts';
import type { DayRange } from './report-range.ts';

interface RangeCalendarProps {
  days: DayRange;
  today: string;
  onChange: (days: DayRange) => void;
}

/** The first choice begins a period and the second ends it. Arrows go by days and weeks, Page keys by months. */
export function RangeCalendar({ days, today, onChange }: RangeCalendarProps) {
  const grid = useRef<HTMLTableElement>(null);
  const [begun, setBegun] = useState<string | null>(null);
  const [focused, setFocused] = useState(isDay(days.to) && days.to <= today ? days.to : today);
  const byKeyboard = useRef(false);
  const month = firstOfMonth(focused);
  useEffect(() => {
    if (!byKeyboard.current) return;
    byKeyboard.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);
  const pick = (day: string) => {
    setFocused(day);
    if (begun === null || day < begun) {
      setBegun(day);
      return onChange({ from: day, to: day });
    }
    setBegun(null);
    onChange({ from: begun, to: day });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayByKey(event.key, focused);
    if (next === null) return;
    event.preventDefault();
    byKeyboard.current = true;
    setFocused(next > today ? today : next);
  };
  const turn = (months: number) => {
    const next = addMonths(focused, months);
    setFocused(next > today ? today : next);
  };
  const isLastMonth = month === firstOfMonth(today);
  return (
    <div className="grid w-fit justify-self-center">
      <div className="mb-1 flex items-center justify-between">
        <IconButton label="Month before" tooltip={false} size="sm" onClick={() => turn(-1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <p aria-live="polite" className="font-medium">
          {formatDay(month, { month: 'long', year: 'numeric' })}
        </p>
        <IconButton
          label="Month after"
          tooltip={false}
          size="sm"
          disabled={isLastMonth}
          onClick={() => turn(1)}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
      <div className="min-h-[232px]">
        <table ref={grid} aria-label="Days" className="border-separate border-spacing-y-0.5">
          <thead>
            <tr>
              {WEEKDAYS.map((name) => (
                <th key={name} scope="col" abbr={name} className="h-7 text-xs font-normal text-text-3">
                  {name.slice(0, 2)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((day, index) =>
                  day === null ? (
                    <td key={WEEKDAYS[index]} />
                  ) : (
                    <DayCell
                      key={day}
                      day={day}
                      days={days}
                      today={today}
                      focusable={day === focused}
                      onPick={pick}
                      onKeyDown={onKeyDown}
                    />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface DayCellProps {
  day: string;
  days: DayRange;
  today: string;
  focusable: boolean;
  onPick: (day: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function DayCell({ day, days, today, focusable, onPick, onKeyDown }: DayCellProps) {
  const inside = day >= days.from && day <= days.to;
  const isEnd = day === days.from || day === days.to;
  return (
    <td
      className={cn(
        'p-0',
        inside && 'bg-accent-soft',
        day === days.from && 'rounded-l-sm',
        day === days.to && 'rounded-r-sm',
      )}
    >
      <button
        type="button"
        data-day={day}
        tabIndex={focusable ? 0 : -1}
        disabled={day > today}
        aria-label={formatDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
        aria-current={day === today ? 'date' : undefined}
        aria-pressed={inside}
        onKeyDown={onKeyDown}
        onClick={() => onPick(day)}
        className={cn(
          'num grid size-8 place-items-center rounded-sm text-[13px] hover:bg-hover disabled:pointer-events-none disabled:opacity-40',
          day === today && 'font-semibold text-accent',
          isEnd && inside && 'bg-accent font-semibold text-accent-ink hover:bg-accent-hover',
        )}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}
