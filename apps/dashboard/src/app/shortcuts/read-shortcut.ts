/** What a key press means: search, the sheet, a screen by its letter, or the first key of two. */
export type Shortcut = 'search' | 'sheet' | 'go' | { goKey: string };

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Null for keys that mean nothing by themselves. */
export function readShortcut(press: KeyPress, isAfterGo: boolean): Shortcut | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const key = press.key.toLowerCase();
  if (isAfterGo && /^[a-z]$/.test(key)) return { goKey: key };
  if (key === '/') return 'search';
  if (key === '?') return 'sheet';
  return key === 'g' ? 'go' : null;
}

const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]';
/** Letters choose an item there. */
const OWN_KEYS = '[role="menu"], [role="listbox"], [role="combobox"], [role="dialog"], [role="grid"]';

/** Whether a key press belongs to what has the focus: a field, a menu, a list, a dialog. */
export function isForFocused(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${TYPING}, ${OWN_KEYS}`) !== null;
}
