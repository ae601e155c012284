const apple = /mac|iphone|ipad/i.test(navigator.platform);

/** How the palette's shortcut is written on this machine. */
export const PALETTE_KEYS = apple ? '⌘K' : 'Ctrl K';

/** Whether a key press is ⌘K or Ctrl+K. */
export function opensPalette(event: KeyboardEvent): boolean {
  return (
    event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey
  );
}
