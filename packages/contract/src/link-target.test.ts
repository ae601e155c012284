import { describe, expect, test } from 'vitest';
import { AppTarget, WebTarget } from './link-target.ts';

const REFUSED_EVERYWHERE = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  'about:blank',
  'view-source:https://example.com',
  'https://exa\u0000mple.com/',
  'https://example.com/\r\nset-cookie: a=b',
  'https://example.com/a b',
  'https://example.com/\u0085',
  'https://example.com/\ud800',
  'https://',
  'https:example',
  'https://name:secret@example.com/',
  'https://example.com@evil.example/',
  'example.com',
  '//example.com',
  '/path',
  'x'.repeat(3000),
  `https://example.com/${'x'.repeat(2000)}`,
];

describe('a target on the web', () => {
  test.each([
    ['https://example.com', 'https://example.com'],
    ['  https://example.com/a?b=c#d ', 'https://example.com/a?b=c#d'],
    ['http://shop.example.co.in:8080/', 'http://shop.example.co.in:8080/'],
    ['http://127.0.0.1:4000/page', 'http://127.0.0.1:4000/page'],
    ['http://localhost/', 'http://localhost/'],
    ['https://münchen.example/straße', 'https://xn--mnchen-3ya.example/stra%C3%9Fe'],
    ['', null],
    ['  ', null],
    [null, null],
  ])('%j is kept as %j', (given, kept) => {
    expect(WebTarget.parse(given)).toBe(kept);
  });

  test.each([...REFUSED_EVERYWHERE, 'kite://open', 'ftp://example.com', 'https://intranet/'])(
    '%j is refused',
    (given) => {
      expect(WebTarget.safeParse(given).success).toBe(false);
    },
  );
});

describe('a target in an app', () => {
  test.each([
    ['kite://product/42?x=1', 'kite://product/42?x=1'],
    ['com.kite.grocery://open', 'com.kite.grocery://open'],
    ['kite:open', 'kite:open'],
    ['https://kite.example/product/42', 'https://kite.example/product/42'],
    ['kite://größe', 'kite://gr%C3%B6%C3%9Fe'],
    ['', null],
    [null, null],
  ])('%j is kept as %j', (given, kept) => {
    expect(AppTarget.parse(given)).toBe(kept);
  });

  test.each([...REFUSED_EVERYWHERE, 'http://kite.example/', 'intent://x#Intent;end', 'kite:', '1kite://a'])(
    '%j is refused',
    (given) => {
      expect(AppTarget.safeParse(given).success).toBe(false);
    },
  );
});

test.each(['kite://a', 'kite:', 'https://example.com/a', 'https://a'])(
  'whatever character follows %j, what is taken fits into a header and leads nowhere else',
  (start) => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0xffff; code += 1) {
      const parsed = AppTarget.safeParse(`${start}${String.fromCharCode(code)}.example/b`);
      if (!parsed.success || parsed.data === null) continue;
      const { protocol } = new URL(parsed.data);
      if (!/^[!-~]+$/.test(parsed.data) || !start.startsWith(protocol)) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  },
);
