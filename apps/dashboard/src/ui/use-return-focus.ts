import { useRef } from 'react';

interface FocusHandlers {
  onOpenAutoFocus?: (event: Event) => void;
  onCloseAutoFocus?: (event: Event) => void;
}

/** Sends the focus back to where it was, also for a dialog that code opened: Radix knows only its own trigger. */
export function useReturnFocus(given: FocusHandlers): Required<FocusHandlers> {
  const origin = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: (event) => {
      origin.current = findOrigin();
      given.onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus: (event) => {
      given.onCloseAutoFocus?.(event);
      if (event.defaultPrevented || !origin.current?.isConnected) return;
      event.preventDefault();
      origin.current.focus();
    },
  };
}

function findOrigin(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  // A menu is gone by the time the dialog closes; the button that opened it is still there.
  const opener = active.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return opener ? document.getElementById(opener) : active;
}
