import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { TrendLayout } from './trend-layout.ts';

interface TrendCursorState {
  index: number;
  /** Where the pointer is; null where keys have moved it. */
  y: number | null;
}

const MOVES: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** The point that somebody looks at: by mouse, by finger or by keys. */
export function useTrendCursor(layout: TrendLayout) {
  const [cursor, setCursor] = useState<TrendCursorState | null>(null);
  const drawing = useRef<SVGSVGElement>(null);
  // Keys go on from where the cursor was last.
  const reached = useRef<number | null>(null);
  const wasPointed = useRef(false);
  const last = layout.points.length - 1;
  const go = (index: number, y: number | null) => {
    reached.current = Math.min(last, Math.max(0, index));
    wasPointed.current = y !== null;
    setCursor({ index: reached.current, y });
  };
  const hide = () => setCursor(null);

  // What a finger has shown stays until it touches something else.
  const isShown = cursor !== null;
  useEffect(() => {
    if (!isShown) return;
    const touch = ({ target }: Event) => {
      if (!drawing.current?.contains(target as Node)) setCursor(null);
    };
    document.addEventListener('pointerdown', touch);
    return () => document.removeEventListener('pointerdown', touch);
  }, [isShown]);

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    go(layout.nearest(event.clientX - left), event.clientY - top);
  };
  const handlers = {
    onPointerDown: point,
    onPointerMove: point,
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') hide();
    },
    // The finger scrolls the page.
    onPointerCancel: hide,
    // A click focuses as well, and says itself which point it is about.
    onFocus: ({ currentTarget }: FocusEvent) => {
      if (!wasPointed.current || currentTarget.matches(':focus-visible')) go(reached.current ?? 0, null);
    },
    onBlur: hide,
    onKeyDown: (event: KeyboardEvent) => {
      const move = MOVES[event.key];
      if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      go(move(reached.current ?? -1, last), null);
    },
  };
  return { cursor: cursor !== null && cursor.index <= last ? cursor : null, drawing, handlers };
}
