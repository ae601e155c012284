export function parsed(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The bearer token, stored as a JSON-encoded string. */
export function storedToken(store: Pick<Storage, 'getItem'>): string | null {
  const token = parsed(store.getItem('token'));
  return typeof token === 'string' && token !== '' ? token : null;
}
