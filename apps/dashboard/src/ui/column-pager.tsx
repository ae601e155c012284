import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from './button.tsx';

interface InSight {
  from: number;
  to: number;
  all: number;
}

/** Which columns beside the first are in sight. */
function columnsInSight(scroller: HTMLElement): InSight {
  const heads = [...scroller.querySelectorAll<HTMLElement>('thead tr:first-child > th')];
  const shown = heads.filter((head) => head.offsetWidth > 0).slice(1);
  const name = heads[0]?.offsetWidth ?? 0;
  const left = scroller.scrollLeft + name - 1;
  const right = scroller.scrollLeft + scroller.clientWidth + 1;
  const seen = shown.flatMap((head, at) =>
    head.offsetLeft >= left && head.offsetLeft + head.offsetWidth <= right ? [at + 1] : [],
  );
  return { from: seen[0] ?? 1, to: seen.at(-1) ?? 1, all: shown.length };
}

function useInSight(scroller: RefObject<HTMLElement | null>): InSight | null {
  const [inSight, setInSight] = useState<InSight | null>(null);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const measure = () => {
      const next = columnsInSight(box);
      setInSight((before) => (before && isSame(before, next) ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    box.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', measure);
    };
  }, [scroller]);
  return inSight;
}

const isSame = (one: InSight, other: InSight) =>
  one.from === other.from && one.to === other.to && one.all === other.all;

/** As far as the columns in sight reach, so that the next ones take their place. */
function stepOf(scroller: HTMLElement, { from, to }: InSight): number {
  const width = scroller.querySelector<HTMLElement>('thead th:last-child')?.offsetWidth ?? 0;
  return (to - from + 1) * width;
}

/** Without a tooltip, which no finger sees and whose code every first load would take. */
const SMALL = { variant: 'quiet', size: 'sm', className: 'size-control-sm px-0' } as const;

/** Says on a phone that there are more columns, and leads to them. */
export function ColumnPager({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const inSight = useInSight(scroller);
  if (!inSight || inSight.all <= inSight.to - inSight.from + 1) return null;
  const { from, to, all } = inSight;
  const move = (by: 1 | -1) => {
    const box = scroller.current;
    if (box) box.scrollBy({ left: by * stepOf(box, inSight) });
  };
  return (
    <div className="sticky left-0 flex w-[100cqw] items-center justify-end gap-1 border-b border-line px-2 py-0.5 text-xs text-text-3 sm:hidden">
      <span className="num mr-1">
        {from === to ? `Column ${from}` : `Columns ${from}–${to}`} of {all}
      </span>
      <Button aria-label="Previous columns" {...SMALL} disabled={from === 1} onClick={() => move(-1)}>
        <ChevronLeft aria-hidden />
      </Button>
      <Button aria-label="Next columns" {...SMALL} disabled={to === all} onClick={() => move(1)}>
        <ChevronRight aria-hidden />
      </Button>
    </div>
  );
}
