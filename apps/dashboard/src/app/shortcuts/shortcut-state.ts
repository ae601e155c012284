import { browserStorage } from '../../api/browser-storage.ts';
import { observable } from '../../api/observable.ts';
import { STORED } from '../../api/stored-session.ts';

/** Whether the sheet of shortcuts is open: the account menu, the palette and "?" open it. */
export const shortcutSheetOpen = observable(false);

/** Shortcuts of a single key can be switched off, since dictation software types letters. */
export function shortcutsAreOn(): boolean {
  return browserStorage.getItem(STORED.shortcutsOff) === null;
}

export function switchShortcuts(isOn: boolean): void {
  if (isOn) browserStorage.removeItem(STORED.shortcutsOff);
  else browserStorage.setItem(STORED.shortcutsOff, 'true');
}
