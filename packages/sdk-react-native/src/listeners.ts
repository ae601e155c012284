/** Callbacks of the app. What came before there was one is kept for the first; one that throws harms nobody. */
export function createListeners<Value>() {
  const listeners = new Set<(value: Value) => void>();
  let kept: Value[] = [];
  const notify = (listener: (value: Value) => void, value: Value) => {
    try {
      listener(value);
    } catch {}
  };
  return {
    /** Gives a function that removes the callback. */
    add(listener: (value: Value) => void): () => void {
      listeners.add(listener);
      const waiting = kept;
      kept = [];
      for (const value of waiting) notify(listener, value);
      return () => {
        listeners.delete(listener);
      };
    },
    emit(value: Value) {
      if (listeners.size === 0) kept.push(value);
      for (const listener of listeners) notify(listener, value);
    },
  };
}
