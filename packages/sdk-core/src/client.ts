import { type ClientOptions, createBaseClient, type Methods } from './base-client.ts';
import type { Ports } from './ports.ts';
import { sendInTime } from './post.ts';
import type { Queue } from './queue.ts';
import type { BatchCall, Properties } from './wire.ts';

export type { ClientOptions } from './base-client.ts';

export interface Client extends Methods {
  screen(name: string, data?: Properties): void;
  /** Any other call of the batch. */
  call(call: BatchCall, fields?: Properties): void;
  /** The person is here: goes on with the session, or begins one after 30 minutes without activity. */
  active(): void;
  /** A body with the fields that every call carries, or undefined while analytics_storage is denied. */
  complete(call: string, fields?: Properties): Properties | undefined;
  leave: Queue['leave'];
  stats: Queue['stats'];
  /** The id of the install; null as long as nothing was sent. */
  installId(): string | null;
  isDenied(): boolean;
}

/** The client with everything that an app needs. */
export function createClient(ports: Ports, options: ClientOptions): Client {
  const base = createBaseClient({ ...ports, send: sendInTime(ports) }, options);
  const { call, complete, isDenied, queue, methods } = base;
  return {
    ...methods,
    screen: (screen_name, event_data) => call('screen-view', { screen_name, event_data }),
    call,
    active: () => base.active(),
    complete: (name, fields) => complete(fields, name),
    leave: queue.leave,
    stats: queue.stats,
    installId: () => base.read().i ?? null,
    isDenied,
  };
}
