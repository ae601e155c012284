/** The time by which tools judge events and signatures: a test moves it along with that of the product. */
export interface ReceiverClock {
  now(): Date;
  /** From now on it is this time, and goes on from there; null: the time of this machine. */
  set(now: Date | null): void;
  /** From now on the time is asked for there. */
  follow(now: () => Date): void;
}

export function createReceiverClock(): ReceiverClock {
  const machine = () => new Date();
  let source: () => Date = machine;
  return {
    now: () => source(),
    set(now) {
      const aheadMs = now === null ? 0 : now.getTime() - Date.now();
      source = () => new Date(Date.now() + aheadMs);
    },
    follow(now) {
      source = now;
    },
  };
}
