import { metricOf } from '@trailmark/contract/metrics';

/** The height of a line: the virtual list counts on it. */
export const LINE_HEIGHT = 36;

export const WIDTHS = { network: 108, menu: 40 } as const;

/** Names need the most room, and on a phone they must leave some. */
export const nameWidth = '[--name:236px] max-sm:[--name:168px]';

const LETTER = 6.2;
const BESIDE_NAME = 36;
const CHANGE = 68;
const [NARROWEST, WIDEST] = [84, 200];

/** As wide as the name of a column, and wide enough for any number. */
export function columnWidth(key: string, isCompared: boolean): number {
  const name = metricOf(key)?.label ?? key;
  const wide = Math.ceil(name.length * LETTER + BESIDE_NAME);
  return Math.min(Math.max(wide, NARROWEST + (isCompared ? CHANGE : 0)), WIDEST);
}

/** As wide as the columns need; a wider window gives the rest to the names. */
export function tableWidth(columns: readonly string[], isCompared: boolean): string {
  const values = columns.reduce((sum, key) => sum + columnWidth(key, isCompared), 0);
  return `calc(var(--name) + ${WIDTHS.network + values + WIDTHS.menu}px)`;
}

/** Cells are many: their classes stand here once and are not merged anew for each. */
export const cellStyle = 'h-row border-b border-line px-3 whitespace-nowrap';

/** The first column stays in sight; what scrolls below it must not show through. */
export const stickyStyle =
  'sticky left-0 z-[1] bg-panel border-r border-r-transparent group-data-[scrolled]/table:border-r-line';
