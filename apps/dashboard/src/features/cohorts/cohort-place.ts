/** Where somebody is in the triangle: in which of its rows, the total being the first, and on which day. */
export interface CohortPlace {
  row: number;
  day: number;
}

/** The cells before those of the days: a row's name and its installs. */
const BEFORE_DAYS = 2;
const PAGE = 10;

const STEPS: Record<string, readonly [rows: number, days: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-PAGE, 0],
  PageDown: [PAGE, 0],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

/** Where a key leads to, never out of the triangle; null for a key that leads nowhere. */
export function placeByKey(
  key: string,
  from: CohortPlace,
  size: { rows: number; days: number },
): CohortPlace | null {
  const step = STEPS[key];
  if (!step) return null;
  const within = (value: number, count: number) => Math.max(Math.min(value, count - 1), 0);
  return { row: within(from.row + step[0], size.rows), day: within(from.day + step[1], size.days) };
}

/** The place of the cell that an event is about; null beside the cells of days. */
export function placeOf(target: EventTarget): CohortPlace | null {
  const cell = target instanceof Element ? target.closest('td') : null;
  const row = cell?.closest('tr');
  if (!cell || !row || cell.cellIndex < BEFORE_DAYS) return null;
  return { row: row.sectionRowIndex, day: cell.cellIndex - BEFORE_DAYS };
}

export function cellAt(table: HTMLTableElement, { row, day }: CohortPlace): HTMLElement | undefined {
  return table.tBodies[0]?.rows[row]?.cells[day + BEFORE_DAYS];
}

export function isSamePlace(one: CohortPlace | null, other: CohortPlace | null): boolean {
  return one?.row === other?.row && one?.day === other?.day;
}
