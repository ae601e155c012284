import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The width of an element, kept current; 0 before it has one. */
export function useBoxWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    // Between layout and paint: to ask the element itself would lay the whole page out once more.
    const observer = new ResizeObserver(([entry]) => {
      if (entry) flushSync(() => setWidth(entry.contentRect.width));
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
