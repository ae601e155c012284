import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useObservable } from '../../api/observable.ts';
import { useMay } from '../../project/current-project.tsx';
import { useOnDemand } from '../on-demand.ts';
import { openPalette } from '../palette/palette-state.ts';
import { WHOLE_SCREENS } from '../screens.ts';
import { isForFocused, readShortcut } from './read-shortcut.ts';
import { shortcutSheetOpen, shortcutsAreOn } from './shortcut-state.ts';

const loadSheet = () => import('./shortcut-sheet.tsx').then((file) => file.ShortcutSheet);
/** Within this time the second key follows G. */
const SECOND_KEY_MS = 1500;

/** The search of the screen; where there is none, the palette searches everything. */
function focusSearch(): void {
  const field = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find((input) =>
    input.checkVisibility(),
  );
  if (!field) openPalette();
  field?.focus();
  field?.select();
}

/** Listens for shortcuts of single keys; never while somebody types, or where a menu takes letters. */
export function Shortcuts() {
  const navigate = useNavigate();
  const may = useMay();
  const goAt = useRef(Number.NEGATIVE_INFINITY);
  const open = useObservable(shortcutSheetOpen);
  const [Sheet, fetchSheet] = useOnDemand(loadSheet);
  const fetch = useRef(fetchSheet);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || !shortcutsAreOn() || isForFocused(event.target)) return;
    const shortcut = readShortcut(event, event.timeStamp - goAt.current < SECOND_KEY_MS);
    goAt.current = shortcut === 'go' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (shortcut === null || shortcut === 'go') return;
    event.preventDefault();
    if (shortcut === 'search') focusSearch();
    else if (shortcut === 'sheet') shortcutSheetOpen.set(true);
    else goTo(shortcut.goKey);
  });
  const goTo = (letter: string) => {
    const screen = WHOLE_SCREENS.find(({ goKey }) => goKey === letter);
    if (screen && (screen.permission === undefined || may(screen.permission))) {
      void navigate({ to: screen.path });
    }
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  useEffect(() => {
    if (open) fetch.current();
  }, [open]);
  return Sheet && <Sheet open={open} onOpenChange={shortcutSheetOpen.set} />;
}
