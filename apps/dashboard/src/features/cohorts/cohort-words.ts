import type { CohortCell, CohortRow } from '@trailmark/contract/cohorts';
import type { DayKind } from '@trailmark/contract/day-kind';
import type { ProjectWords } from '@trailmark/contract/project-words';
import { formatDay } from '../../report/calendar-day.ts';
import { countryWords, networkWords, platformWords } from '../../report/dimension-words.ts';
import { fullValue, type ValueStyle } from '../../report/format-value.ts';
import { COHORT_METRIC_WORDS, type CohortGroup, type CohortMetric, type CohortSpan } from './cohort-view.ts';

type Named = Pick<CohortRow, 'key' | 'label'>;

const SPAN_STYLE: Record<CohortSpan, Intl.DateTimeFormatOptions> = {
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
};

/** What a row is called: a day, the week or month that begins with it, or a group. */
export function rowWords({ key, label }: Named, { group, span }: { group: CohortGroup; span: CohortSpan }) {
  if (group === 'network') return networkWords(key);
  if (group === 'country') return countryWords(key);
  if (group === 'platform') return platformWords(key);
  if (group === 'campaign') return label;
  const day = formatDay(key, SPAN_STYLE[span]);
  return span === 'week' ? `${label.replace(/^\d+-/, '')} · ${day}` : day;
}

/** How days after the install are counted, in a few words. */
export function dayKindWords(dayKind: DayKind, zone: string, { arrival }: ProjectWords): string {
  return dayKind === '24h' ? `24-hour days from the moment of the ${arrival}` : `calendar days, ${zone}`;
}

const number = new Intl.NumberFormat('en');

/** From what a cell was counted: "41 of 120 installs + reinstalls". */
function partsOf({ cell, metric, style, words }: Omit<CellDetails, 'size'>): string {
  const money = (value: CohortCell['of']) => fullValue({ unit: 'money' }, value, style);
  const installs = (value: CohortCell['over']) => `${number.format(Number(value ?? 0))} ${words.allInstalls}`;
  if (metric === 'retention') return `${number.format(Number(cell.of ?? 0))} of ${installs(cell.over)}`;
  if (metric === 'roas') return `${money(cell.of)} of attributed revenue ÷ ${money(cell.over)} of spend`;
  if (metric === 'ltv') return `${money(cell.of)} ÷ ${installs(cell.over)}`;
  return `from ${installs(cell.over)}`;
}

interface CellDetails {
  cell: CohortCell;
  metric: CohortMetric;
  /** Installs + reinstalls of the whole row. */
  size: number;
  style: ValueStyle;
  words: ProjectWords;
}

/** Whether no install is mature, as opposed to mature with nothing to divide by. */
export function isNotYet({ value, over }: Pick<CohortCell, 'value' | 'over'>): boolean {
  return value === null && over === null;
}

/** Everything about one cell in a sentence. */
export function cellWords({ cell, metric, size, style, words }: CellDetails): string {
  const { install, installs, newInstalls } = words;
  if (isNotYet(cell)) {
    return size === 0 ? `No ${newInstalls}.` : `Not yet mature: this day is not over for any ${install}.`;
  }
  if (cell.value === null) return 'There is nothing to divide by.';
  const value = fullValue(COHORT_METRIC_WORDS[metric], cell.value, style);
  const age = cell.mature
    ? `This day is over for every ${install} of the row.`
    : `Not yet mature: this day is not over for newer ${installs} of the row, which are left out.`;
  return `${value}: ${partsOf({ cell, metric, style, words })}. ${age}`;
}

/** The day after the install on which ROAS reaches 1; null while there is no ROAS. */
export function paybackWords(cells: readonly Pick<CohortCell, 'day' | 'value'>[]): string | null {
  const days = cells.flatMap(({ day, value }) => (value === null ? [] : [{ day, roas: Number(value) }]));
  const last = days.at(-1);
  if (!last) return null;
  const paid = days.find(({ roas }) => roas >= 1);
  return paid ? `Spend is paid back on day ${paid.day}.` : `Spend is not paid back by day ${last.day}.`;
}
