export interface Throttle {
  /** Runs it after the time. A further one meanwhile does not put it off, but has it run once more. */
  ask(): void;
  stop(): void;
}

/** Runs something at most once in a time. What is asked for is seen by a run that begins so long after it. */
export function createThrottle(run: () => void, ms: number): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAskedAgain = false;
  const start = () => {
    timer = setTimeout(() => {
      timer = undefined;
      run();
      if (isAskedAgain) start();
      isAskedAgain = false;
    }, ms);
  };
  return {
    ask() {
      if (timer === undefined) start();
      else isAskedAgain = true;
    },
    stop: () => clearTimeout(timer),
  };
}
