import { browserStorage } from './browser-storage.ts';
import { storedToken } from './stored-token.ts';

export const API_TIMEOUT_MS = 30_000;

/** After that the answer is old. */
const EARLY_MS = 5000;

interface Early {
  authorization: string;
  answer: Promise<Response>;
}

const answers = new Map<string, Early>();

/** Asks before the code is there that needs the answer, which then takes it instead of asking again. */
export function askEarly(url: string): void {
  const token = storedToken(browserStorage);
  if (token === null) return;
  const authorization = `Bearer ${token}`;
  const answer = fetch(url, {
    headers: { accept: 'application/json', authorization },
    credentials: 'same-origin',
    signal: AbortSignal.timeout(API_TIMEOUT_MS),
  });
  const early = { authorization, answer };
  answers.set(url, early);
  const forget = () => setTimeout(() => answers.get(url) === early && answers.delete(url), EARLY_MS);
  // A failure shows where the answer is needed.
  answer.then(forget, forget);
}

/** Looks at what was asked early, and leaves it to whom it is for; null where it was not, or failed. */
export async function peekEarly(url: string): Promise<unknown> {
  const response = await answers.get(url)?.answer.catch(() => null);
  if (!response?.ok) return null;
  const { data } = (await response.clone().json()) as { data: unknown };
  return data;
}

function takeEarly(url: string, { method, headers }: RequestInit): Promise<Response> | null {
  const early = answers.get(url);
  const { authorization } = headers as Record<string, string>;
  if (!early || method !== 'GET' || early.authorization !== authorization) return null;
  answers.delete(url);
  return early.answer.then((response) => response.clone());
}

/** Like fetch; what was asked early is not asked again, unless it failed: it may work now. */
export async function fetchOrTake(url: string, init: RequestInit): Promise<Response> {
  const early = await takeEarly(url, init)?.catch(() => null);
  return early?.ok ? early : fetch(url, init);
}
