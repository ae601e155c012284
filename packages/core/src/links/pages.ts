import { createHash } from 'node:crypto';
import type { Target } from './resolve-target.ts';

/** A page as it goes over the wire. */
export interface Page {
  status: number;
  html: string;
}

const CSS = `:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--text:#14171c;--soft:#5b6472;--line:#e3e6ec;--go:#1d4ed8;--on-go:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0c0e12;--card:#14171d;--text:#eef1f5;--soft:#98a2b3;--line:#262b34;--go:#7aa2ff;--on-go:#0c0e12}}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;min-height:100svh;display:grid;place-items:center;padding:24px;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:400px;padding:32px 28px;background:var(--card);border:1px solid var(--line);border-radius:20px;text-align:center}
.sign{display:grid;place-items:center;width:56px;height:56px;margin:0 auto 20px;border-radius:16px;background:var(--go);color:var(--on-go);font-size:24px;font-weight:650}
h1{font-size:22px;line-height:1.25;font-weight:650;letter-spacing:-.01em;overflow-wrap:anywhere}
p{margin-top:10px;color:var(--soft);overflow-wrap:anywhere}
a{display:block;margin-top:12px;padding:14px 20px;border-radius:12px;border:1px solid var(--line);color:var(--text);font-weight:600;text-decoration:none}
a:first-of-type{margin-top:24px}
a.go{background:var(--go);border-color:var(--go);color:var(--on-go)}
a:focus-visible{outline:3px solid var(--go);outline-offset:3px}`;

const CSS_HASH = createHash('sha256').update(CSS).digest('base64');

/** No script ever runs on these pages, and a tap is the only way out of them. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${CSS_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-top-navigation-by-user-activation allow-top-navigation-to-custom-protocols`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

interface Content {
  status: number;
  title: string;
  text: string;
  /** The sign above the title; by default the first letter of the project. */
  sign?: string;
  head?: string;
  buttons?: { url: string; label: string }[];
}

function pageOf({ status, title, text, sign, head = '', buttons = [] }: Content): Page {
  const letter = sign ?? [...title.trim()][0]?.toUpperCase() ?? '';
  const links = buttons
    .map(
      ({ url, label }, at) =>
        `<a${at === 0 ? ' class="go"' : ''} href="${escaped(url)}" rel="noreferrer">${escaped(label)}</a>`,
    )
    .join('');
  return {
    status,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title>${head}<style>${CSS}</style></head><body><main><div class="sign" aria-hidden="true">${escaped(letter)}</div><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${links}</main></body></html>`,
  };
}

/** What messengers and search engines show of a link; the names of campaigns are internal, so they are not shown. */
function previewPage(projectName: string): Page {
  const name = escaped(projectName);
  const text = `Open ${projectName}`;
  const tags = [
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="${name}">`,
    `<meta property="og:title" content="${name}">`,
    `<meta property="og:description" content="${escaped(text)}">`,
    `<meta name="twitter:card" content="summary">`,
    `<meta name="description" content="${escaped(text)}">`,
  ];
  return pageOf({ status: 200, title: projectName, text, head: tags.join('') });
}

const ELSE_LABEL = { store: 'Get the app', web: 'Continue on the website', app: 'Open the app' };

function interstitialPage(target: Extract<Target, { kind: 'interstitial' }>): Page {
  const { appUrl, elseUrl, elseOutcome, projectName } = target;
  const buttons: { url: string; label: string }[] = [];
  if (appUrl) buttons.push({ url: appUrl, label: 'Open in the app' });
  if (elseUrl && elseOutcome) buttons.push({ url: elseUrl, label: ELSE_LABEL[elseOutcome] });
  const text = appUrl ? 'Continue in the app.' : 'Continue in the store.';
  return pageOf({ status: 200, title: projectName, text, buttons });
}

function gonePage({ reason, projectName, website }: Extract<Target, { kind: 'gone' }>): Page {
  const isClosed = reason === 'closed';
  return pageOf({
    status: isClosed ? 410 : 404,
    title: isClosed ? 'This link is no longer active' : 'This link leads nowhere yet',
    text: projectName,
    sign: [...projectName.trim()][0]?.toUpperCase() ?? '',
    buttons: website ? [{ url: website, label: `Go to ${projectName}` }] : [],
  });
}

const UNKNOWN = pageOf({
  status: 404,
  sign: '?',
  title: 'We couldn’t find this link',
  text: 'Check that the address is complete.',
});

/** For a link that cannot be looked up just now. */
export const UNAVAILABLE_PAGE = pageOf({
  status: 503,
  sign: '…',
  title: 'Please try again in a moment',
  text: 'This link cannot be opened right now.',
});

/** The page for a target that is no redirect. */
export function pageFor(target: Exclude<Target, { kind: 'redirect' }>): Page {
  switch (target.kind) {
    case 'preview':
      return previewPage(target.projectName);
    case 'interstitial':
      return interstitialPage(target);
    case 'gone':
      return gonePage(target);
    case 'unknown':
      return UNKNOWN;
  }
}
