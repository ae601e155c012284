import { describe, expect, it } from 'vitest';
import { joinValues } from './join-values.ts';

describe('joinValues', () => {
  it('adds each once, whatever its case, in the order of typing', () => {
    expect(joinValues(['Summer'], 'sale, summer,, Sale ,new', /,/)).toEqual(['Summer', 'sale', 'new']);
  });

  it('adds nothing for nothing', () => {
    expect(joinValues(['a'], ' , ', /,/)).toEqual(['a']);
  });

  it('splits at the given separator', () => {
    expect(joinValues([], 'sub1 sub2,sub3', /[,\s]+/)).toEqual(['sub1', 'sub2', 'sub3']);
    expect(joinValues([], 'new users', /,/)).toEqual(['new users']);
  });
});
