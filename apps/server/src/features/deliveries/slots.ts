/** So many at a time; the others wait, in the order in which they came. */
export interface Slots {
  /** null: there is one at once. To wait for nothing would take time, too, with every request. */
  take(): Promise<void> | null;
  give(): void;
}

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    take() {
      if (free === 0) return new Promise<void>((resolve) => waiting.push(resolve));
      free -= 1;
      return null;
    },
    give() {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}
