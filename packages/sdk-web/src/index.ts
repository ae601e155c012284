import type { OutcomeCallbacks } from '@trailmark/sdk-core/outcome';
import { reportOutcomes } from '@trailmark/sdk-core/report-outcomes';
import type { Trailmark } from './api.ts';
import type { TrailmarkOptions } from './options.ts';
import { startTrailmark } from './trailmark.ts';

/** The options of the npm package: the address of your Trailmark is not known from a script. */
export interface InitOptions extends TrailmarkOptions, OutcomeCallbacks {
  endpoint: string;
}

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
  let started: Partial<Trailmark> = {};
  try {
    if (typeof document !== 'undefined') {
      started = startTrailmark({ ...options, onOutcome: reportOutcomes(log(options)).onOutcome });
    }
  } catch {}
  const guarded = METHODS.map((name) => {
    const guard = (...values: never[]) => {
      try {
        return (started[name] as ((...values: never[]) => unknown) | undefined)?.(...values);
      } catch {}
    };
    return [name, guard];
  });
  const api = Object.fromEntries(guarded) as unknown as Trailmark;
  api.decorate = (url) => {
    try {
      return started.decorate?.(url) ?? url;
    } catch {
      return url;
    }
  };
  api.flush = async () => started.flush?.();
  if (typeof document !== 'undefined') trailmark = api;
  return api;
}
