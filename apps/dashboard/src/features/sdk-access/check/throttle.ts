export interface Throttle {
  /** Runs it after the time. A further one meanwhile does not put it off, but has it run once more. */
  request(): void;
  stop(): void;
}

/** Runs something at most once in a time. Each request is followed by a run that begins at most that long after it. */
export function createThrottle(run: () => void, ms: number): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDueAgain = false;
  const start = () => {
    timer = setTimeout(() => {
      timer = undefined;
      run();
      if (isDueAgain) start();
      isDueAgain = false;
    }, ms);
  };
  return {
    request() {
      if (timer === undefined) start();
      else isDueAgain = true;
    },
    stop: () => clearTimeout(timer),
  };
}
