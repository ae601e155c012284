import { describe, expect, test } from 'vitest';
import { chooseNearby, LISTED_NEARBY } from './choose-nearby.ts';
import type { Conversion, Touch } from './decision.ts';
import { explainAddress } from './explain-address.ts';
import { issueReceipt, recompute } from './receipt.ts';
import { ago, buildConversion, buildRules, buildTouch, hours } from './testing/build-case.ts';

const conversion = buildConversion({ advertisingId: null });
const rules = buildRules();

const click = (n: number, over: Partial<Touch> = {}): Touch =>
  buildTouch({ id: `click-${String(n).padStart(3, '0')}`, foundBy: ['ip'], at: ago(60 + n), ...over });

const many = (count: number, over: Partial<Touch> = {}) =>
  Array.from({ length: count }, (_, n) => click(n, over));

const winnerOf = (over: Conversion, touches: Touch[]) => issueReceipt(over, touches, rules).decision.touchId;

describe('of the clicks of an address', () => {
  test('all are listed where they are few', () => {
    const clicks = [click(1, { usedBy: 'another' }), click(2, { platform: 'ios' })];
    expect(chooseNearby(conversion, clicks, { rules, hasMore: false })).toEqual({
      touches: clicks,
      sharedAddress: null,
    });
  });

  test.each([
    ['were made on another platform', { platform: 'ios' as const }],
    ['are used up by another install', { usedBy: 'another' }],
    ['are of another phone', { model: 'SM-A515F' }],
    ['carry the id of another phone', { advertisingId: '48400000-8cf0-11bd-b23e-10b96e40000d' }],
  ])('the right one is found behind a hundred newer ones that %s', (_, over) => {
    const device = buildConversion();
    const right = click(200);
    const { touches } = chooseNearby(device, [...many(100, over), right], { rules, hasMore: false });
    expect(touches).toHaveLength(LISTED_NEARBY);
    expect(winnerOf(device, touches)).toBe(right.id);
  });

  test('the newest that fit are listed, then the newest that show why they do not', () => {
    const fitting = [click(120), click(140), click(150)];
    const { touches } = chooseNearby(conversion, [...many(100, { platform: 'ios' }), ...fitting], {
      rules,
      hasMore: false,
    });
    expect(touches.slice(-3).map(({ id }) => id)).toEqual(['click-120', 'click-140', 'click-150']);
    expect(touches.slice(0, 17).map(({ id }) => id)).toEqual(many(17).map(({ id }) => id));
  });

  test('one outside its window does not take the place of one inside', () => {
    const short = { ...buildTouch().windows, probabilistic_hours: 1 };
    const early = many(30, { at: ago(hours(2)), windows: short });
    const right = click(1, { at: ago(hours(3)) });
    const { touches } = chooseNearby(conversion, [...early, right], { rules, hasMore: false });
    expect(winnerOf(conversion, touches)).toBe(right.id);
  });
});

describe('a receipt that lists fewer clicks than there were', () => {
  test.each([
    [30, false, '30 clicks came from this address: all were compared, and 20 of them are listed.'],
    [
      300,
      true,
      'More than 300 clicks came from this address: the newest 300 were compared, and 20 of them are listed.',
    ],
  ])('says so: %i, more %s', (count, hasMore, sentence) => {
    const { touches, sharedAddress } = chooseNearby(conversion, many(count), { rules, hasMore });
    const receipt = issueReceipt({ ...conversion, sharedAddress }, touches, rules);
    expect(explainAddress(receipt.conversion)).toBe(sentence);
    expect(recompute(receipt).same).toBe(true);
  });

  test('says that none was looked up', () => {
    expect(explainAddress({ ...conversion, isAddressSkipped: true })).toBe(
      'Clicks from the same address were not looked up: a click id is stronger evidence.',
    );
  });

  test('says nothing where it lists all, nor does one from before this was recorded', () => {
    expect(explainAddress(conversion)).toBe('');
    expect(explainAddress({ ...conversion, sharedAddress: null })).toBe('');
  });
});
