import { describe, expect, it } from 'vitest';
import { waterfall } from './waterfall.ts';

describe('the way from their number to ours', () => {
  const { claimed, steps, ours } = waterfall({
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
    expect(claimed).toEqual({ start: 0, end: 412 / 416 });
    expect(steps[0]?.bar).toEqual({ start: 412 / 416, end: 1 });
    expect(steps[1]?.bar).toEqual({ start: 391 / 416, end: 1 });
    expect(ours).toEqual({ start: 0, end: steps[2]?.bar.start });
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
