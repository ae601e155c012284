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
