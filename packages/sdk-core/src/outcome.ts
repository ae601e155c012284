import type { BatchCall, Properties } from './wire.ts';

/** Something that is not sent any more. */
export interface Dropped {
  call: BatchCall;
  body: Properties;
  /**
   * `full`: the queue was full. `refused`: the server refused it. `consent`: consent was withdrawn. `invalid`: it is
   * not JSON, or is longer than 20,000 characters.
   */
  reason: 'full' | 'refused' | 'consent' | 'invalid';
  /** The field that the server refused, and why. */
  detail?: string;
}

/** Something that the server has stored. */
export interface StoredItem {
  call: BatchCall;
  body: Properties;
}

export interface OutcomeCallbacks {
  /** Called for what is not sent any more. */
  onDropped?(dropped: Dropped): void;
  /** Called for every stored item, with the answer of the server: for `init` it is the attribution. */
  onStored?(item: StoredItem, data: unknown): void;
}
