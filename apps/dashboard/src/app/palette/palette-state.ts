import { observable } from '../../api/observable.ts';

/** Whether the palette is open: the rail's button and the keyboard both open it. */
export const paletteOpen = observable(false);

export function openPalette(): void {
  paletteOpen.set(true);
}
