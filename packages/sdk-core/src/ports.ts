/** What the SDK needs of the engine that it runs in. Nothing else is used: no window, no process, no global timer. */

/** Texts by key that outlive the program, in the way of the Storage of browsers. */
export interface StoragePort {
  getItem(key: string): string | null | undefined;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The answer of a server. Without one there is no status, or it is 0. */
export interface Reply {
  status?: number;
  /** Seconds, of the header Retry-After. */
  retryAfter?: number | null;
  /** The parsed JSON. */
  body?: unknown;
}

export interface Ports {
  /**
   * Asked for at every use, since a browser that blocks it throws at the first mention. It may throw as its functions
   * may: the SDK then keeps the value in memory.
   */
  storage(): StoragePort;
  /** Posts a JSON text to a path such as `/api/client/batch`. May reject: that is no answer. */
  send(path: string, body: string): Promise<Reply>;
  /** Milliseconds since 1970 by the clock of the device, which may jump. */
  now(): number;
  /** At least 0 and less than 1. */
  random(): number;
  /** Calls back after so many milliseconds. */
  schedule(run: () => void, ms: number): unknown;
}
