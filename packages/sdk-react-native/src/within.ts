/** The value of a promise, or null if it fails or takes longer. */
export function within<Value>(
  schedule: (run: () => void, ms: number) => void,
  ms: number,
  promise: Promise<Value>,
): Promise<Value | null> {
  const late = new Promise<null>((resolve) => schedule(() => resolve(null), ms));
  return Promise.race([promise.catch(() => null), late]);
}
