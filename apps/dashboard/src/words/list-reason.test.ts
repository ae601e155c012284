import { expect, it } from 'vitest';
import { listReason } from './list-reason.ts';

const wrong = (message: string) => ({ type: 'custom', message });

it('says nothing without an error', () => {
  expect(listReason(undefined, ['a'])).toBeUndefined();
});

it('reports what is wrong with the list as a whole', () => {
  expect(listReason({ type: 'too_big', message: 'has at most 20 tags' }, [])).toBe('has at most 20 tags');
});

it('names the first value that is wrong', () => {
  const error = [undefined, wrong('has a comma'), wrong('is longer')] as never;
  expect(listReason(error, ['a', 'b,c', 'd'])).toBe('“b,c” has a comma.');
});
