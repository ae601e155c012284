/** A cell of the triangle: its row, the total being the first, and its day. */
export interface CellPosition {
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

/** The cell that a key moves to, never outside the triangle; null for other keys. */
export function positionByKey(
  key: string,
  from: CellPosition,
  size: { rows: number; days: number },
): CellPosition | null {
  const step = STEPS[key];
  if (!step) return null;
  const within = (value: number, count: number) => Math.max(Math.min(value, count - 1), 0);
  return { row: within(from.row + step[0], size.rows), day: within(from.day + step[1], size.days) };
}

/** The position of the cell that an event is about; null outside the cells of days. */
export function positionOf(target: EventTarget): CellPosition | null {
  const cell = target instanceof Element ? target.closest('td') : null;
  const row = cell?.closest('tr');
  if (!cell || !row || cell.cellIndex < BEFORE_DAYS) return null;
  return { row: row.sectionRowIndex, day: cell.cellIndex - BEFORE_DAYS };
}

export function cellAt(table: HTMLTableElement, { row, day }: CellPosition): HTMLElement | undefined {
  return table.tBodies[0]?.rows[row]?.cells[day + BEFORE_DAYS];
}

export function isSamePosition(one: CellPosition | null, other: CellPosition | null): boolean {
  return one?.row === other?.row && one?.day === other?.day;
}
