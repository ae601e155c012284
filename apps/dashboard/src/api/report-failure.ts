/** Writes a failure to the browser's console, where support will ask for it. */
export function reportFailure(what: string, error: unknown): void {
  console.error(what, error);
}
