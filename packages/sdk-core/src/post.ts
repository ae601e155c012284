import type { Ports, Reply } from './ports.ts';

export const API = '/api/client/';

export const isoTime = (ms: number) => new Date(ms).toISOString();

/** Sends and never rejects. */
export async function post({ send }: Pick<Ports, 'send'>, path: string, text: string): Promise<Reply> {
  try {
    return await send(path, text);
  } catch {
    return { status: 0 };
  }
}

/** An answer that does not come in 30 seconds is none. */
export const sendInTime =
  ({ send, schedule }: Ports): Ports['send'] =>
  (path, text) =>
    Promise.race([
      send(path, text),
      new Promise<Reply>((resolve) => schedule(() => resolve({ status: 0 }), 3e4)),
    ]);
