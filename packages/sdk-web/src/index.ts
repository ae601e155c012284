import { guard } from '@trailmark/sdk-core/guard';
import type { OutcomeCallbacks } from '@trailmark/sdk-core/outcome';
import { reportOutcomes } from '@trailmark/sdk-core/report-outcomes';
import type { Trailmark } from './api.ts';
import { listen } from './listen.ts';
import type { TrailmarkOptions } from './options.ts';
import { startTrailmark } from './trailmark.ts';

/** The options of the npm package: the address of your Trailmark is not known from a script. */
export interface InitOptions extends TrailmarkOptions, OutcomeCallbacks {
  endpoint: string;
}

type Method = (...values: never[]) => unknown;

const METHODS: (keyof Trailmark)[] = [
  'page',
  'track',
  'identify',
  'signUp',
  'payment',
  'refund',
  'consent',
  'decorate',
  'reset',
  'flush',
  'visitorId',
];

function log(options: InitOptions): OutcomeCallbacks {
  if (!options.debug) return options;
  return {
    onDropped(dropped) {
      // biome-ignore lint/suspicious/noConsole: `debug` asks for it.
      console.log('trailmark: dropped', dropped);
      options.onDropped?.(dropped);
    },
    onStored(item, data) {
      // biome-ignore lint/suspicious/noConsole: `debug` asks for it.
      console.log('trailmark: stored', item, data);
      options.onStored?.(item, data);
    },
  };
}

let trailmark: Trailmark | undefined;

/**
 * Starts measuring this page, once: a second call returns the same. On a server, where there is no page, nothing is
 * measured and every method does nothing.
 */
export function init(options: InitOptions): Trailmark {
  if (trailmark) return trailmark;
  let started: Partial<Trailmark> | undefined;
  let waiting: (() => unknown)[] = [];
  const start = guard(() => {
    started = {};
    started = startTrailmark({ ...options, onOutcome: reportOutcomes(log(options)).onOutcome });
    for (const call of waiting) call();
    waiting = [];
  });
  const guarded = METHODS.map((name) => {
    const run = guard((...values: never[]) => {
      if (started) return (started[name] as Method | undefined)?.(...values);
      if (isPage) waiting.push(() => run(...values));
    });
    return [name, run];
  });
  const api = Object.fromEntries(guarded) as unknown as Trailmark;
  const decorate = guard((url: string) => started?.decorate?.(url));
  api.decorate = (url) => decorate(url) ?? url;
  api.flush = async () => started?.flush?.();
  const isPage = typeof document !== 'undefined';
  if (!isPage) return api;
  trailmark = api;
  // A page that the browser has prepared was not seen yet; the calls that it makes are kept.
  if ((document as { prerendering?: boolean }).prerendering) listen('prerenderingchange', start);
  else start();
  return api;
}
