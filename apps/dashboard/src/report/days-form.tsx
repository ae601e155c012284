import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { countDays, isDay } from './calendar-day.ts';
import { DayFields } from './day-fields.tsx';
import type { DayRange } from './report-range.ts';

interface DaysFormProps {
  days: DayRange;
  today: string;
  onChoose: (days: DayRange) => void;
  /** How many days there may be at most. */
  mostDays?: number;
}

/** Days of one's choice, at the end of a list of usual periods. */
export function DaysForm({ days, today, onChoose, mostDays }: DaysFormProps) {
  const [chosen, setChosen] = useState(days);
  const isPeriod = isDay(chosen.from) && isDay(chosen.to) && chosen.from <= chosen.to;
  const isTooLong = isPeriod && mostDays !== undefined && countDays(chosen.from, chosen.to) > mostDays;
  const isRight = isPeriod && !isTooLong;
  return (
    <form
      className="grid gap-2 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) onChoose(chosen);
      }}
    >
      <DayFields
        className="grid-cols-2 gap-2"
        days={chosen}
        onChange={setChosen}
        max={today}
        errors={isTooLong ? { to: `At most ${mostDays} days.` } : {}}
      />
      <Button type="submit" size="sm" disabled={!isRight}>
        Show this period
      </Button>
    </form>
  );
}
