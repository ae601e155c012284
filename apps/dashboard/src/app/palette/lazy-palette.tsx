import { useEffect, useRef, useState } from 'react';
import { useObservable } from '../../api/observable.ts';
import { opensPalette } from '../modifier-key.ts';
import { useOnDemand } from '../on-demand.ts';
import { paletteOpen } from './palette-state.ts';

const loadPalette = () => import('./palette.tsx').then((file) => file.Palette);

/** What is typed while the palette is on its way; nothing else on the page shall take it. */
function useEarlyLetters(isAwaited: boolean): string {
  const [letters, setLetters] = useState('');
  useEffect(() => {
    if (!isAwaited) return;
    setLetters('');
    const keep = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      setLetters((before) => before + event.key);
    };
    window.addEventListener('keydown', keep);
    return () => window.removeEventListener('keydown', keep);
  }, [isAwaited]);
  return letters;
}

/** Listens for ⌘K; the palette itself is fetched when it is first opened. */
export function LazyPalette() {
  const open = useObservable(paletteOpen);
  const [Palette, fetchPalette] = useOnDemand(loadPalette);
  const fetch = useRef(fetchPalette);
  const letters = useEarlyLetters(open && !Palette);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // The file is on its way by the time that K follows.
      if (event.key === 'Meta' || event.key === 'Control') loadPalette().catch(() => undefined);
      if (!opensPalette(event)) return;
      event.preventDefault();
      paletteOpen.set(!paletteOpen.get());
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  useEffect(() => {
    if (open) fetch.current();
  }, [open]);
  return Palette && <Palette open={open} onOpenChange={paletteOpen.set} typed={letters} />;
}
