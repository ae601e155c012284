import { expect, test } from 'vitest';
import { parseUrl } from './parse-url.ts';

test('reads letters beyond ASCII after many addresses, too', () => {
  for (let n = 0; n < 50_000; n += 1) parseUrl(`https://example.com/${n}`);
  expect(parseUrl('https://bücher.example')?.hostname).toBe('xn--bcher-kva.example');
  expect(parseUrl('no address')).toBeNull();
});
