import type { Ports, Reply } from './ports.ts';

export const API = '/api/client/';

/** Sends and never rejects. An answer that does not come in 30 seconds is none. */
export const sendInTime =
  ({ send, schedule }: Ports): Ports['send'] =>
  async (path, text) => {
    const none: Reply = { status: 0 };
    try {
      return await Promise.race([
        send(path, text),
        new Promise<Reply>((resolve) => schedule(() => resolve(none), 3e4)),
      ]);
    } catch {
      return none;
    }
  };
