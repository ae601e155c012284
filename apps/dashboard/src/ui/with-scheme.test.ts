import { describe, expect, it } from 'vitest';
import { withScheme } from './with-scheme.ts';

describe('withScheme', () => {
  it.each([
    ['kite.example', 'https://kite.example'],
    ['  kite.example/shop ', 'https://kite.example/shop'],
    ['http://kite.example', 'http://kite.example'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['', ''],
  ])('%j becomes %j', (typed, address) => {
    expect(withScheme(typed)).toBe(address);
  });
});
