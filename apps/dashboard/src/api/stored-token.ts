export function parsed(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The key of the token in local storage; its name is part of the specification. */
export const TOKEN_KEY = 'token';

/** The bearer token, stored as a JSON-encoded string. */
export function storedToken(store: Pick<Storage, 'getItem'>): string | null {
  const token = parsed(store.getItem(TOKEN_KEY));
  return typeof token === 'string' && token !== '' ? token : null;
}
