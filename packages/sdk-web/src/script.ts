import type { TrailmarkOptions } from './options.ts';
import { startTrailmark } from './trailmark.ts';

interface Global {
  (...call: unknown[]): unknown;
  /** The calls that were made before the script was loaded. */
  q?: Iterable<unknown>[];
}

const script = document.currentScript as HTMLScriptElement | null;
let api: Record<string, unknown> = {
  init(options: TrailmarkOptions) {
    const endpoint = (script && new URL(script.src).origin) as string;
    // biome-ignore lint/suspicious/noConsole: `debug` asks for it.
    const onOutcome = (options.debug && console.log) as undefined;
    // Once: the second time there is no `init` any more.
    api = { ...startTrailmark({ endpoint, onOutcome, ...options }), init: 0 };
  },
};

/** Whatever goes wrong stays here. */
function run([name, ...values]: unknown[]): unknown {
  try {
    return (api[name as string] as (...values: unknown[]) => unknown)(...values);
  } catch {}
}

const page = window as { trailmark?: Global };
const calls = page.trailmark?.q || [];
page.trailmark = (...call) => run(call);
const attributes = script?.dataset;
if (attributes?.token) {
  const options: Record<string, unknown> = {};
  // `data-spa` alone is true, `data-spa="false"` is false.
  for (const name in attributes) options[name] = attributes[name] !== 'false' && (attributes[name] || true);
  run(['init', options]);
}
for (const call of calls) run([...call]);

addEventListener(
  'click',
  ({ target }) => {
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[data-trailmark]');
    if (link) link.href = (run(['decorate', link.href]) as string) || link.href;
  },
  true,
);
