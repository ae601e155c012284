import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** Where the top bar takes a screen's own controls; null outside the shell and before the bar is drawn. */
export const PageActionSlot = createContext<HTMLElement | null>(null);

/** Puts a screen's primary action, or what governs its data, into the top bar. */
export function PageAction({ children }: { children: ReactNode }) {
  const slot = use(PageActionSlot);
  return slot === null ? null : createPortal(children, slot);
}
