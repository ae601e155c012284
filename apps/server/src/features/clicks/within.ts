/** Took longer than it may. */
export class TooSlow extends Error {}

/** The promise, or TooSlow when it is not settled in time; what it does goes on. */
export function within<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  return createWithin(ms)(promise);
}

interface Running {
  endsAt: number;
  reject(error: TooSlow): void;
}

const TOO_SLOW = new TooSlow();

/** The same for many: with one time for all they run out in the order in which they came, so one timer does. */
export function createWithin(ms: number): <Value>(promise: Promise<Value>) => Promise<Value> {
  let running: Running[] = [];
  let isTimed = false;

  const wait = (forMs: number) => {
    isTimed = true;
    setTimeout(endLate, forMs).unref();
  };
  const endLate = () => {
    const now = performance.now();
    const firstInTime = running.findIndex(({ endsAt }) => endsAt > now);
    const late = firstInTime < 0 ? running : running.slice(0, firstInTime);
    running = firstInTime < 0 ? [] : running.slice(firstInTime);
    // To most this says nothing any more: they were settled long before.
    for (const one of late) one.reject(TOO_SLOW);
    isTimed = false;
    if (running[0]) wait(Math.ceil(running[0].endsAt - now));
  };

  return (promise) =>
    new Promise((resolve, reject) => {
      running.push({ endsAt: performance.now() + ms, reject });
      if (!isTimed) wait(ms);
      promise.then(resolve, reject);
    });
}
