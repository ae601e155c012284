import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PAGE_HEADERS, pageFor, UNAVAILABLE_PAGE } from './pages.ts';

const NASTY = `<img src=x onerror="alert('1')">&`;
const PAGES = [
  pageFor({ kind: 'preview', projectName: NASTY }),
  pageFor({
    kind: 'interstitial',
    projectName: NASTY,
    inApp: 'Instagram',
    appUrl: `kite://x?a="><script>alert(1)</script>`,
    elseUrl: 'https://kite.example/?a=1&b="',
    elseOutcome: 'store',
  }),
  pageFor({ kind: 'gone', reason: 'closed', projectName: NASTY, website: 'https://kite.example/"' }),
  pageFor({ kind: 'gone', reason: 'nowhere', projectName: NASTY, website: null }),
  pageFor({ kind: 'unknown' }),
  UNAVAILABLE_PAGE,
];

describe('pages of the edge', () => {
  test.each(PAGES)('run no script and show text as text ($status)', ({ html }) => {
    expect(html).not.toMatch(/<script|<img|onerror="|javascript:/i);
    expect(html).not.toMatch(/<(?:iframe|form|object|link|meta http-equiv)/i);
  });

  test('answer with the status that says it', () => {
    expect(PAGES.map(({ status }) => status)).toEqual([200, 200, 410, 404, 404, 503]);
  });

  test('the policy allows the very style of the page, and otherwise nothing', () => {
    const policy = PAGE_HEADERS['content-security-policy'];
    for (const { html } of PAGES) {
      const style = /<style>([\s\S]*)<\/style>/.exec(html)![1]!;
      expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/sandbox (?!.*allow-scripts)(?!.*allow-same-origin)/);
  });

  test('the preview has a card, and says nothing of the campaign', () => {
    const { html } = pageFor({ kind: 'preview', projectName: 'Kite "Grocery"' });
    expect(html).toContain('<meta property="og:title" content="Kite &quot;Grocery&quot;">');
    expect(html).toContain('<meta property="og:description"');
  });

  test('the interstitial has a button for each way, the app first', () => {
    const { html } = pageFor({
      kind: 'interstitial',
      projectName: 'Kite',
      inApp: 'Instagram',
      appUrl: 'kite://sale',
      elseUrl: 'https://apps.apple.com/app/id1?a=1&b=2',
      elseOutcome: 'store',
    });
    const hrefs = [...html.matchAll(/<a[^>]* href="([^"]*)"/g)].map((match) => match[1]);
    expect(hrefs).toEqual(['kite://sale', 'https://apps.apple.com/app/id1?a=1&amp;b=2']);
    expect(html).toContain('Get the app');
  });
});
