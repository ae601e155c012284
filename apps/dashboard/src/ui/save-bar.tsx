import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface SaveBarProps {
  saving: boolean;
  onDiscard: () => void;
  /** What saving would mean. */
  children?: ReactNode;
}

/** How far the bar reaches up from the end of the window; toasts stay above it. */
const TOAST_OFFSET = '--toast-offset';
/** Where there is that much room below the bar, a toast has enough of it. */
const TOAST_ROOM_PX = 200;

/** Appears with the first change and stays in sight until it is saved or taken back. */
export function SaveBar({ saving, onDiscard, children }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => (bar.current ? keepToastsAbove(bar.current) : undefined), []);
  return (
    <div
      ref={bar}
      data-slot="save-bar"
      className="sticky bottom-3 z-10 flex animate-fade-in flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line-strong bg-raised py-2 pr-2 pl-4 shadow-lg"
    >
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-0.5">
        <p role="status" className="text-[13px] text-text-2">
          Unsaved changes
        </p>
        {children}
      </div>
      <div className="flex gap-2">
        <Button variant="quiet" disabled={saving} onClick={onDiscard}>
          Discard
        </Button>
        <Button type="submit" variant="primary" loading={saving}>
          Save changes
        </Button>
      </div>
    </div>
  );
}

/** Follows the bar while the page is scrolled or changes its size; ends with what it gives. */
function keepToastsAbove(bar: HTMLElement): () => void {
  const root = document.documentElement;
  const raise = () => {
    const { top, bottom } = bar.getBoundingClientRect();
    const isClear = window.innerHeight - bottom > TOAST_ROOM_PX;
    root.style.setProperty(TOAST_OFFSET, `${isClear ? 0 : Math.max(0, window.innerHeight - top)}px`);
  };
  const sizes = new ResizeObserver(raise);
  sizes.observe(document.body);
  sizes.observe(bar);
  window.addEventListener('scroll', raise, { passive: true });
  window.addEventListener('resize', raise);
  raise();
  return () => {
    sizes.disconnect();
    window.removeEventListener('scroll', raise);
    window.removeEventListener('resize', raise);
    root.style.removeProperty(TOAST_OFFSET);
  };
}
