import { useEffect, useEffectEvent } from 'react';

/** Tries again by itself when the device is online again: what failed offline must not stay on the screen. */
export function useRetryOnline(retry: (() => void) | undefined): void {
  const onOnline = useEffectEvent(() => retry?.());
  useEffect(() => {
    const listen = () => onOnline();
    window.addEventListener('online', listen);
    return () => window.removeEventListener('online', listen);
  }, []);
}
