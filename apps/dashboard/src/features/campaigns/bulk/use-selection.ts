import { useCallback, useMemo, useRef, useState } from 'react';
import { MOST_SELECTED } from './use-bulk-change.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  /** Whether every row that is loaded is selected. */
  all: boolean | 'indeterminate';
  /** `toHere` takes everything from the last one that was clicked to this one. */
  select: (id: string, selected: boolean, toHere: boolean) => void;
  selectAll: (selected: boolean) => void;
  clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Ids from one to another, in the order of the table. */
export function idsBetween(order: readonly string[], one: string, other: string): string[] {
  const [from, to] = [order.indexOf(one), order.indexOf(other)].sort((a, b) => a - b);
  return from === undefined || to === undefined || from < 0 ? [other] : order.slice(from, to + 1);
}

/** Which campaigns are picked; those that are no longer in the table are not. */
export function useSelection(order: readonly string[]): Selection {
  const [picked, setPicked] = useState(NONE);
  const lastClicked = useRef<string | null>(null);
  const orderNow = useRef(order);
  orderNow.current = order;
  const ids = useMemo(() => {
    if (picked.size === 0) return NONE;
    const there = new Set(order);
    return new Set([...picked].filter((id) => there.has(id)));
  }, [picked, order]);
  const select = useCallback((id: string, selected: boolean, toHere: boolean) => {
    const from = lastClicked.current;
    const meant = toHere && from !== null ? idsBetween(orderNow.current, from, id) : [id];
    lastClicked.current = id;
    setPicked((before) => {
      const next = new Set(before);
      for (const one of meant) {
        if (selected && next.size < MOST_SELECTED) next.add(one);
        if (!selected) next.delete(one);
      }
      return next;
    });
  }, []);
  const selectAll = useCallback(
    (selected: boolean) => setPicked(selected ? new Set(orderNow.current.slice(0, MOST_SELECTED)) : NONE),
    [],
  );
  const clear = useCallback(() => setPicked(NONE), []);
  const all =
    ids.size === 0 ? false : ids.size >= Math.min(order.length, MOST_SELECTED) ? true : 'indeterminate';
  return { ids, all, select, selectAll, clear };
}
