import { CallError } from '@trailmark/contract/call';
import type { Refusal } from '@trailmark/contract/errors';
import { API_TIMEOUT_MS } from './early-answers.ts';
import { readToken } from './session.ts';

/** A file of the API, by its address below /api. It needs the bearer token, so that no link can load it. */
export async function fetchFile(address: string): Promise<Blob> {
  const token = readToken();
  const response = await fetch(`/api${address}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(API_TIMEOUT_MS),
  }).catch(() => {
    throw new CallError('The server cannot be reached.', 0, null);
  });
  if (response.ok) return await response.blob();
  const refusal = (await response.json().catch(() => null)) as Refusal | null;
  const message = refusal?.msg ?? `The server answered ${response.status} without a reason.`;
  throw new CallError(
    message,
    response.status,
    refusal?.error.code ?? null,
    {},
    refusal?.error.request_id ?? null,
  );
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
