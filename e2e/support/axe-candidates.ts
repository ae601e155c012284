import type { Page } from '@playwright/test';

// A run of axe reads the whole page first, which takes longer than most rules. These say whether a rule has anything to
// look at; they are at least as wide as the selector and the conditions of the rule in axe.

/** For link-in-text-block: links that are laid out as part of a line. */
export function hasLinkInText(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const apart = /^(block|list-item|flex|grid|inline-block|inline-flex|inline-grid|table(-.*)?)$/;
    return [...document.querySelectorAll('a[href], [role=link]')].some(
      (link) => link.checkVisibility() && !apart.test(getComputedStyle(link).display),
    );
  });
}

/** For scrollable-region-focusable: elements that hold more than they show, and scroll. */
export function hasScrollable(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
    return [...document.querySelectorAll('*')].some((element) => {
      const isWider = element.scrollWidth > element.clientWidth;
      const isHigher = element.scrollHeight > element.clientHeight;
      if (!isWider && !isHigher) return false;
      const { overflowX, overflowY } = getComputedStyle(element);
      return (isWider && scrolls(overflowX)) || (isHigher && scrolls(overflowY));
    });
  });
}
