import type { Ports, Reply } from './ports.ts';

export const API = '/api/client/';
const ANSWER_MS = 3e4;

export const isoTime = (ms: number) => new Date(ms).toISOString();

/** Sends and never rejects. An answer that does not come in 30 seconds is none. */
export async function post({ send, schedule }: Ports, path: string, text: string): Promise<Reply> {
  const none: Reply = { status: 0 };
  try {
    return await Promise.race([
      send(path, text),
      new Promise<Reply>((resolve) => schedule(() => resolve(none), ANSWER_MS)),
    ]);
  } catch {
    return none;
  }
}
