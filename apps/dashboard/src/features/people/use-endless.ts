import { type RefObject, useEffect, useRef } from 'react';

const AHEAD = '600px';

/** Asks for more when the end of a list comes near; put the result on the last element. */
export function useEndless(mayAsk: boolean, ask: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    const element = end.current;
    if (!element || !mayAsk) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [mayAsk]);
  return end;
}
