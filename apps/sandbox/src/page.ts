/** Markup that is safe to send: made only by the `html` tag, which escapes everything put into it. */
export type Html = { readonly markup: string };

type Fragment = Html | string | number | null | undefined | false | readonly Fragment[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function render(fragment: Fragment): string {
  if (fragment === null || fragment === undefined || fragment === false) return '';
  if (typeof fragment === 'string') return escapeText(fragment);
  if (typeof fragment === 'number') return String(fragment);
  if ('markup' in fragment) return fragment.markup;
  return fragment.map(render).join('');
}

export function html(strings: TemplateStringsArray, ...values: Fragment[]): Html {
  const markup = strings.map((text, index) => text + render(values[index])).join('');
  return { markup };
}

const STYLE = `
:root { color-scheme: dark; --bg: #0b0c0e; --panel: #101114; --hover: #1a1c21; --line: #30343c; --text: #eceef1; --soft: #a7adb8; --accent: #5b9dff; --ink: #08111f; --warn: #f0b429; }
@media (prefers-color-scheme: light) {
  :root { color-scheme: light; --bg: #fbfbfc; --panel: #fff; --hover: #f3f4f6; --line: #d3d7de; --text: #14161a; --soft: #545b67; --accent: #1f6feb; --ink: #fff; --warn: #8a5b00; }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--bg); color: var(--text); font: 14px/1.5 Inter, system-ui, sans-serif; padding: 48px 16px; }
main { margin: 0 auto; max-width: 760px; display: grid; gap: 20px; }
main.narrow { max-width: 420px; }
header { display: grid; gap: 4px; }
h1 { font-size: 20px; line-height: 1.3; letter-spacing: -.01em; }
h2 { font-size: 14px; }
p, .soft { color: var(--soft); }
.warn { color: var(--warn); }
a { color: var(--accent); overflow-wrap: anywhere; }
section, .list { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; }
section { padding: 20px; display: grid; gap: 14px; }
.list { list-style: none; padding: 0; overflow: hidden; }
.list > li + li { border-top: 1px solid var(--line); }
.row { display: block; width: 100%; padding: 12px 16px; border: 0; background: none; color: inherit; font: inherit; text-align: left; text-decoration: none; cursor: pointer; }
.row:hover { background: var(--hover); }
.row strong, .row span { display: block; overflow-wrap: anywhere; }
.row strong { font-weight: 600; }
label { display: grid; gap: 4px; font-weight: 500; }
label.check { display: flex; align-items: center; gap: 8px; font-weight: 400; color: var(--soft); }
input:not([type=checkbox]) { height: 36px; padding: 0 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--bg); color: inherit; font: inherit; }
.button { height: 36px; padding: 0 14px; border: 1px solid var(--line); border-radius: 6px; background: none; color: inherit; font: inherit; font-weight: 500; cursor: pointer; }
.button.primary { border-color: transparent; background: var(--accent); color: var(--ink); font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.row:focus-visible { outline-offset: -2px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; }
dt { color: var(--soft); }
dd { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 12.5px/1.55 ui-monospace, monospace; }
iframe { width: 100%; height: 520px; border: 1px solid var(--line); border-radius: 12px; background: #fff; }
`;

/** A whole page; `narrow` is for a single card in the middle. */
export function page({ title, body, narrow }: { title: string; body: Html; narrow?: boolean }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Trailmark sandbox</title>
<link rel="icon" href="data:,">
<style>${{ markup: STYLE }}</style>
</head>
<body><main${narrow ? { markup: ' class="narrow"' } : null}>${body}</main></body>
</html>
`.markup;
}
