import { expect, test } from 'vitest';
import { violatedConstraint } from './violated-constraint.ts';

test.each([
  [{ code: '23505', constraint: 'campaigns_display_id' }, 'campaigns_display_id'],
  [{ code: '23505', constraint: 'campaigns_display_id_102059' }, 'campaigns_display_id'],
  [
    {
      code: '23505',
      message: 'duplicate key value violates unique constraint "campaigns_display_id_102059"',
    },
    'campaigns_display_id',
  ],
  [{ code: '23503', constraint: 'campaigns_display_id' }, null],
  [new Error('duplicate key'), null],
])('%o is about %s', (error, expected) => {
  expect(violatedConstraint(error)).toBe(expected);
});
