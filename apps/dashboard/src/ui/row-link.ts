import type { MouseEvent } from 'react';

/** Marks the link or button that a click anywhere in its row opens. */
export const ROW_LINK = { 'data-row-link': '' } as const;

const OWN_USE = 'a, button, input, select, textarea, label, summary, [role="menuitem"], [tabindex]';

/** Lights a row up only where it can be clicked. */
export const rowLinkStyle =
  'has-[[data-row-link]]:cursor-pointer [tbody>&:has([data-row-link]):hover>td]:bg-hover';

/**
 * A click anywhere in a row is a click on its link: with a modifier key or the middle button it opens another tab.
 * The keyboard and screen readers use the link itself.
 */
export function followRowLink(event: MouseEvent<HTMLElement>): void {
  const row = event.currentTarget;
  const target = event.target as Element;
  // A menu that belongs to the row is drawn elsewhere in the page.
  if (!row.contains(target) || target.closest(OWN_USE) !== row.closest(OWN_USE)) return;
  if (window.getSelection()?.isCollapsed === false) return;
  const link = row.querySelector<HTMLElement>('[data-row-link]');
  if (!link) return;
  if (event.type === 'auxclick') {
    if (event.button === 1 && link instanceof HTMLAnchorElement) window.open(link.href, '_blank', 'noopener');
    return;
  }
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  link.dispatchEvent(
    new globalThis.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      ctrlKey,
      metaKey,
      shiftKey,
      altKey,
    }),
  );
}

/** For a row that has a link. */
export const ROW_HANDLERS = { onClick: followRowLink, onAuxClick: followRowLink } as const;
