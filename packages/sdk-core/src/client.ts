import { type BaseOptions, createBaseClient, type Methods } from './base-client.ts';
import type { OutcomeCallbacks } from './outcome.ts';
import type { Ports } from './ports.ts';
import { sendInTime } from './post.ts';
import type { Queue } from './queue.ts';
import { reportOutcomes } from './report-outcomes.ts';
import type { BatchCall, Properties } from './wire.ts';

export interface ClientOptions extends Omit<BaseOptions, 'onOutcome'>, OutcomeCallbacks {
  /** `WEB`, `IOS` or `ANDROID`. */
  platform: string;
}

export interface Client extends Methods {
  /** The program was started. Further fields are those of `init`: device_data, link, referrers. */
  init(fields?: Properties): void;
  page(view: {
    page_url: string;
    page_title?: string;
    page_referrer?: string;
    event_data?: Properties;
  }): void;
  screen(name: string, data?: Properties): void;
  /** Any other call of the batch. */
  call(call: BatchCall, fields?: Properties): void;
  /** The person is here: goes on with the session, or begins one after 30 minutes without activity. */
  active(): void;
  /** A body with the fields that every call carries, or undefined while analytics_storage is denied. */
  complete(call: string, fields?: Properties): Properties | undefined;
  leave: Queue['leave'];
  /** How many items wait, and how many were dropped since the start. */
  stats(): { waiting: number; dropped: number };
  /** The id of the install; null as long as nothing was sent. */
  installId(): string | null;
  isDenied(): boolean;
}

/** The client with everything that an app needs. */
export function createClient(ports: Ports, options: ClientOptions): Client {
  const { onOutcome, dropped } = reportOutcomes(options);
  const context = () => ({ platform: options.platform, ...options.context?.() });
  const base = createBaseClient({ ...ports, send: sendInTime(ports) }, { ...options, context, onOutcome });
  const { enqueue: call, isDenied, queue, methods } = base;
  return {
    ...methods,
    init: (fields) => void call('init', { consent: base.consentOf(), ...fields }),
    identify(userId, data) {
      if (data) methods.identify(userId, data);
      else if (base.read().u !== userId) base.person('customer-user-id', userId);
    },
    page: (view) => call('page-view', view),
    screen: (screen_name, event_data) => call('screen-view', { screen_name, event_data }),
    call,
    active: () => base.active(),
    complete(name, fields) {
      const state = base.active(false, name);
      return state && base.bodyOf(state, fields);
    },
    leave: queue.leave,
    stats: () => ({ waiting: queue.backlog.lines.length, dropped: dropped() }),
    installId: () => base.read().i ?? null,
    isDenied,
  };
}
