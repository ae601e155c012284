import { useState } from 'react';
import { Fetched } from '../failures/fetched.tsx';
import { useProject } from '../project/current-project.tsx';
import { zoneLabel } from '../project/zone-label.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { addDays, countDays, isDay } from './calendar-day.ts';
import { comparisonWords, PRESET_WORDS } from './range-words.ts';
import { type DayRange, MOST_DAYS, PRESETS, type ReportPeriod, type ReportRange } from './report-range.ts';
import { useChangeRange, useToday } from './use-report-range.ts';

/** Loaded when somebody opens the panel: most people never leave the usual periods. */
const loadCalendar = async () => (await import('./range-calendar.tsx')).RangeCalendar;

const CUSTOM = 'custom';
const COMPARISONS = [
  { value: 'none', label: 'Nothing' },
  { value: 'previous', label: 'Previous period' },
  { value: 'weekdays', label: 'Same weekdays before' },
  { value: 'year', label: 'Previous year' },
  { value: CUSTOM, label: 'Another period' },
];

interface RangePanelProps {
  range: ReportRange;
  compares: boolean;
  onClose: () => void;
}

export function RangePanel({ range, compares, onClose }: RangePanelProps) {
  const change = useChangeRange();
  const today = useToday();
  const { timezone } = useProject();
  const zone = `Days of ${zoneLabel(timezone, new Date())}.`;
  const choose = (period: ReportPeriod) => {
    change({ period });
    onClose();
  };
  return (
    <div className="grid sm:grid-cols-[148px_minmax(0,1fr)]">
      <fieldset className="grid grid-cols-2 content-start gap-px border-line p-1.5 max-sm:border-b sm:grid-cols-1 sm:border-r">
        <legend className="sr-only">Usual periods</legend>
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={preset === range.preset}
            onClick={() => choose({ preset })}
            className={cn(
              'h-[30px] rounded-sm px-2 text-left text-[13px] hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:h-9',
              preset === range.preset ? 'bg-press font-medium text-text' : 'text-text-2',
            )}
          >
            {PRESET_WORDS[preset]}
          </button>
        ))}
      </fieldset>
      <div className="grid content-start gap-3 p-3">
        <CustomDays range={range} onApply={choose} />
        <div className="grid gap-1.5 border-t border-line pt-3">
          {compares && <ComparisonChoice range={range} />}
          <p className="text-xs text-text-3">
            {compares && `${comparisonWords(range, range.compare, today) || 'Not compared'}. `}
            {zone}
          </p>
        </div>
      </div>
    </div>
  );
}

/** What the period is compared with; of another one the first day is chosen, since both are of the same length. */
function ComparisonChoice({ range }: { range: ReportRange }) {
  const change = useChangeRange();
  const { from, to, compare } = range;
  const choose = (value: string) =>
    change({ compare: value === CUSTOM ? addDays(from, -countDays(from, to)) : value });
  return (
    <>
      <span id="compare-with" className="text-sm font-medium text-text-2">
        Compared with
      </span>
      <Select
        aria-labelledby="compare-with"
        size="sm"
        options={COMPARISONS}
        value={isDay(compare) ? CUSTOM : compare}
        onValueChange={choose}
      />
      {isDay(compare) && (
        <Field label="Its first day">
          <Input
            type="date"
            max={addDays(from, -1)}
            defaultValue={compare}
            onChange={({ target: { value } }) => {
              if (isDay(value) && value < from) change({ compare: value });
            }}
          />
        </Field>
      )}
    </>
  );
}

/** Why two days are no period yet; nothing when they are. */
function problemOf({ from, to }: DayRange, today: string): string | null {
  if (!isDay(from) || !isDay(to)) return 'Choose a first and a last day.';
  if (from > to) return 'The last day is before the first.';
  if (to > today) return 'That day is in the future.';
  return countDays(from, to) > MOST_DAYS ? `A report has at most ${MOST_DAYS} days.` : null;
}

function CustomDays({ range, onApply }: { range: ReportRange; onApply: (days: DayRange) => void }) {
  const today = useToday();
  const [days, setDays] = useState<DayRange>({ from: range.from, to: range.to });
  const problem = problemOf(days, today);
  return (
    <form
      className="grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!problem) onApply(days);
      }}
    >
      {/* As high as six weeks, so that nothing below moves from month to month. */}
      <div className="grid min-h-[268px] content-start">
        <Fetched load={loadCalendar} props={{ days, today, onChange: setDays }} loading={null} />
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Field label="First day">
          <Input
            type="date"
            max={today}
            value={days.from}
            onChange={(event) => setDays({ ...days, from: event.target.value })}
          />
        </Field>
        <Field label="Last day">
          <Input
            type="date"
            max={today}
            value={days.to}
            onChange={(event) => setDays({ ...days, to: event.target.value })}
          />
        </Field>
      </div>
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="text-xs text-text-3">
          {problem ?? `${countDays(days.from, days.to)} days`}
        </p>
        <Button type="submit" variant="primary" size="sm" disabled={problem !== null}>
          Apply
        </Button>
      </div>
    </form>
  );
}
