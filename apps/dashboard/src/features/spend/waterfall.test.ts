import { describe, expect, it } from 'vitest';
import { waterfall } from './waterfall.ts';

describe('the way from their number to ours', () => {
  const { isCut, claimed, steps, ours } = waterfall({
    claimed: '412',
    ours: 371,
    items: [
      { cause: 'not_repulled', installs: '-4' },
      { cause: 'other_network', installs: '25' },
      { cause: 'not_seen', installs: '20' },
    ],
  });

  it('ends at ours', () => {
    expect(steps.map(({ change, after }) => [change, after])).toEqual([
      [4, 416],
      [-25, 391],
      [-20, 371],
    ]);
  });

  it('is drawn without a gap', () => {
    expect(steps[0]?.bar).toEqual({ start: claimed.end, end: 1 });
    expect(steps[1]?.bar.end).toBe(1);
    expect(steps[2]?.bar).toEqual({ start: ours.end, end: steps[1]?.bar.start });
  });

  it('is drawn large where the difference is small, and says that bars are cut', () => {
    // 371 to 416, and half as much below it.
    expect(isCut).toBe(true);
    expect(claimed).toEqual({ start: 0, end: (412 - 348.5) / 67.5 });
    expect(ours).toEqual({ start: 0, end: (371 - 348.5) / 67.5 });
  });

  it('is drawn from nothing where the difference is large', () => {
    const items = [{ cause: 'not_seen' as const, installs: '9' }];
    const large = waterfall({ claimed: '10', ours: 1, items });
    expect(large.isCut).toBe(false);
    expect(large.claimed).toEqual({ start: 0, end: 1 });
    expect(large.ours).toEqual({ start: 0, end: 0.1 });
  });

  it('adds up with parts of installs', () => {
    const items = [
      { cause: 'suspicious' as const, installs: '0.1' },
      { cause: 'not_seen' as const, installs: '0.2' },
    ];
    expect(waterfall({ claimed: '5.3', ours: 5, items }).steps.at(-1)?.after).toBe(5);
  });

  it('may lead below nothing, and may be of nothing at all', () => {
    const items = [
      { cause: 'other_network' as const, installs: '5' },
      { cause: 'not_seen' as const, installs: '-4' },
    ];
    const below = waterfall({ claimed: '2', ours: 1, items });
    expect(below.steps[0]?.bar).toEqual({ start: 0, end: 1 });
    expect(below.ours).toEqual({ start: 3 / 5, end: 4 / 5 });
    expect(waterfall({ claimed: '0', ours: 0, items: [] }).ours).toEqual({ start: 0, end: 0 });
  });
});
