import type { SkanBase } from '@trailmark/contract/skan-bases';
import { describe, expect, it } from 'vitest';
import { listCoarse, listValues } from './conditions.ts';
import { generateSchema } from './generate.ts';

function schemaOf(bases: SkanBase[]) {
  const made = generateSchema({
    bases,
    install_value: 0,
    lock_first_window: 'never',
    currency: 'INR',
    history: null,
  });
  if ('refused' in made) throw new Error(JSON.stringify(made.refused));
  return made.schema;
}

const coarseOf = (bases: SkanBase[], window: number) =>
  listCoarse(schemaOf(bases))
    .filter(({ sequence }) => sequence === window)
    .map(({ coarse, conditions }) => `${coarse}: ${conditions?.join(', ') ?? '–'}`);

const REVENUE: SkanBase = { type: 'revenue', bounds: ['49', '56', '199'] };
const FUNNEL: SkanBase = { type: 'funnel', steps: ['cart', 'checkout', 'buy'] };
const LEVELS: SkanBase = { type: 'engagement', event: 'level', counts: [3, 10] };
const DAYS: SkanBase = { type: 'retention', days: [1, 3, 5, 8, 34] };

describe('what a coarse value means', () => {
  it.each<[string, SkanBase[], number, string[]]>([
    ['an event', ['signup'], 0, ['low: no signup', 'medium: –', 'high: signup']],
    [
      'an event and revenue',
      ['signup', REVENUE],
      0,
      [
        'low: no signup, paid less than INR 49',
        'medium: signup, paid less than INR 49',
        'high: paid INR 49 or more',
      ],
    ],
    [
      'revenue alone, of which the lower half is medium',
      [REVENUE],
      1,
      ['low: paid less than INR 49', 'medium: paid INR 49 to below INR 56', 'high: paid INR 56 or more'],
    ],
    [
      'revenue before an event',
      [REVENUE, 'signup'],
      0,
      ['low: paid less than INR 49, no signup', 'medium: paid INR 49 or more, no signup', 'high: signup'],
    ],
    [
      'one of several others',
      ['signup', FUNNEL, REVENUE],
      2,
      [
        'low: no signup, no cart, checkout or buy, paid less than INR 49',
        'medium: at least one of these: signup; reached cart or further, paid less than INR 49',
        'high: paid INR 49 or more',
      ],
    ],
    [
      'a funnel',
      [FUNNEL],
      0,
      ['low: no cart, checkout or buy', 'medium: reached cart', 'high: reached checkout or further'],
    ],
    [
      'a long funnel',
      [{ type: 'funnel', steps: ['a', 'b', 'c', 'd', 'e'] }],
      0,
      ['low: no a, b, c, d or e', 'medium: reached a or b', 'high: reached c or further'],
    ],
    [
      'engagement',
      [LEVELS],
      0,
      ['low: level fewer than 3 times', 'medium: level 3 to 9 times', 'high: level 10 times or more'],
    ],
    [
      'engagement from the first time on',
      [{ type: 'engagement', event: 'level', counts: [1, 2] }],
      0,
      ['low: no level', 'medium: level once', 'high: level 2 times or more'],
    ],
    [
      'engagement below an event',
      [LEVELS, 'buy'],
      0,
      ['low: level fewer than 3 times, no buy', 'medium: level 3 times or more, no buy', 'high: buy'],
    ],
    [
      'the one day of the first window',
      [DAYS],
      0,
      ['low: not opened on day 1', 'medium: –', 'high: opened on day 1'],
    ],
    [
      'days of the second window',
      [DAYS],
      1,
      [
        'low: not opened on day 3 or later',
        'medium: last opened on day 3 to 4',
        'high: opened on day 5 or later',
      ],
    ],
    [
      'the last day of the third window',
      [DAYS],
      2,
      ['low: not opened on day 8 or later', 'medium: last opened on day 8 to 33', 'high: opened on day 34'],
    ],
    [
      'a base without levels in the window',
      ['signup', { type: 'retention', days: [1] }],
      1,
      ['low: no signup', 'medium: –', 'high: signup'],
    ],
    ['a window without any level', [{ type: 'retention', days: [1] }], 2, ['low: ', 'medium: –', 'high: –']],
  ])('%s', (_, bases, window, expected) => {
    expect(coarseOf(bases, window)).toEqual(expected);
  });

  it('agrees with the coarse value of each fine value', () => {
    const schema = schemaOf(['signup', FUNNEL, { type: 'revenue', bounds: ['49', '56'] }]);
    const high = listValues(schema).filter(({ coarse }) => coarse === 'high');
    expect(new Set(high.map(({ conditions }) => conditions.at(-1)))).toEqual(
      new Set(['paid INR 49 to below INR 56', 'paid INR 56 or more']),
    );
    expect(coarseOf(['signup', FUNNEL, { type: 'revenue', bounds: ['49', '56'] }], 0)[2]).toBe(
      'high: paid INR 49 or more',
    );
  });
});
