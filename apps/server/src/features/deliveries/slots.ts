/** So many at a time; the others wait, in the order in which they came. Gives what ends one's own time. */
export type TakeSlot = () => Promise<() => void>;

export function createSlots(count: number): TakeSlot {
  const waiting: (() => void)[] = [];
  let free = count;
  const give = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isGiven = false;
    return () => {
      if (!isGiven) give();
      isGiven = true;
    };
  };
}
