import { useEffect, useRef } from 'react';
import { useObservable } from '../api/observable.ts';
import { opensPalette } from './modifier-key.ts';
import { useOnDemand } from './on-demand.ts';
import { paletteOpen } from './palette-state.ts';

const loadPalette = () => import('./palette.tsx').then((file) => file.Palette);

/** Listens for ⌘K; the palette itself is fetched when it is first wanted. */
export function PaletteDoor() {
  const open = useObservable(paletteOpen);
  const [Palette, fetchPalette] = useOnDemand(loadPalette);
  const fetch = useRef(fetchPalette);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // The file is on its way by the time that K follows, so that the first letters typed are not lost.
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
  return Palette && <Palette open={open} onOpenChange={paletteOpen.set} />;
}
