import { type ClientOptions, createClient } from '../client.ts';
import type { Dropped } from '../outcome.ts';
import type { Reply, StoragePort } from '../ports.ts';
import type { Properties } from '../wire.ts';
import { createFakeDevice, createFakeRandom, createFakeStorage, createFakeTime } from './fake-device.ts';
import { createFakeServer, type Fault } from './fake-server.ts';

/** A client on a fake device, with what the server got and what was dropped. */
export function startClient(options: Partial<ClientOptions> & { storage?: StoragePort } = {}) {
  const time = createFakeTime();
  const server = createFakeServer();
  const fake = createFakeStorage();
  const faults: Fault[] = [];
  const dropped: Dropped[] = [];
  const paths: string[] = [];
  const send = async (path: string, text: string): Promise<Reply> => {
    paths.push(path);
    return server.take(text, faults.shift()) ?? new Promise(() => {});
  };
  const { storage = fake.storage, ...rest } = options;
  const start = (seed: number) => {
    const { ports, kill } = createFakeDevice(time, { storage, random: createFakeRandom(seed), send });
    const client = createClient(ports, {
      token: 'token',
      platform: 'WEB',
      onDropped: (drop) => dropped.push(drop),
      ...rest,
    });
    return { client, ports, kill };
  };
  return {
    ...start(1),
    start,
    time,
    server,
    faults,
    dropped,
    paths,
    values: fake.values,
    /** The calls of every request so far. */
    calls: () => server.texts.map((text) => itemsOf(text).map(({ call }) => call)),
    bodies: () => server.texts.flatMap(itemsOf).map(({ body }) => body),
  };
}

function itemsOf(text: string): { call: string; body: Properties }[] {
  try {
    return JSON.parse(text).items;
  } catch {
    return [];
  }
}
