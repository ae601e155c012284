import { guard } from '@trailmark/sdk-core/guard';
import type { Trailmark } from './api.ts';
import { listen } from './listen.ts';
import type { TrailmarkOptions } from './options.ts';
import { startTrailmark } from './trailmark.ts';

interface Global {
  (...call: unknown[]): unknown;
  /** The calls that were made before the script was loaded. */
  q?: Iterable<unknown>[];
  /** The major version of the script; the snippet has none. */
  v?: number;
}
type Call = (...values: never[]) => unknown;
type Api = Record<string, Call>;

const script = document.currentScript as HTMLScriptElement | null;
declare global {
  interface Window {
    trailmark?: Global;
  }
}

function start(): void {
  const before = window.trailmark;
  // A page may have the tag twice.
  if (before?.v) return;
  let api: Api = {
    init(options: TrailmarkOptions) {
      // Once: the second time there is no `init` any more.
      api = startTrailmark({
        endpoint: script?.src.split('/sdk/')[0] as string,
        // biome-ignore lint/suspicious/noConsole: `debug` asks for it.
        onOutcome: (options.debug && console.log) as undefined,
        ...options,
      }) as object as Api;
    },
  };
  const run: Global = guard((name, ...values) => (api[name as string] as Call)(...(values as never[])));
  run.v = 1;
  window.trailmark = run;
  const options: Record<string, unknown> = { ...script?.dataset };
  // `data-spa` alone is true, `data-spa="false"` is false.
  for (const name in options) options[name] = options[name] !== 'false' && (options[name] || true);
  if (options.token) run('init', options);
  for (const call of before?.q || []) run(...call);
  listen('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[data-trailmark]');
    if (link) link.href = (api.decorate as Trailmark['decorate'])(link.href);
  });
}

// A page that the browser has prepared was not seen yet; the calls that it makes are kept.
if ((document as { prerendering?: boolean }).prerendering) listen('prerenderingchange', start);
else start();
