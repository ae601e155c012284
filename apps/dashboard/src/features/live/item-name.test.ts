import { PROJECT_WORDS } from '@trailmark/contract/project-words';
import { expect, it } from 'vitest';
import { itemName, itemTitle } from './item-name.ts';

it.each([
  [{ kind: 'open', name: '$open' }, 'App opened', 'App opened'],
  [{ kind: 'install', name: 'reengagement' }, 'Re-engagement', 'Re-engagement'],
  [{ kind: 'payment', name: '$payment' }, 'Payment', 'Payment'],
  [{ kind: 'event', name: '$payment_failed' }, 'Payment failed', 'Payment failed'],
  [{ kind: 'event', name: 'add_to_cart' }, 'add_to_cart', 'Event add_to_cart'],
  [{ kind: 'click', name: 'Video A' }, 'Video A', 'Click Video A'],
  [{ kind: 'click', name: '' }, 'Click', 'Click'],
] as const)('%j is called %s, and %s above its details', (item, name, title) => {
  expect(itemName(item, PROJECT_WORDS.app)).toBe(name);
  expect(itemTitle(item, PROJECT_WORDS.app)).toBe(title);
});
