import { address, CallError, type Input } from '@trailmark/contract/call';
import type { Refusal } from '@trailmark/contract/errors';
import { getLinkQr } from '@trailmark/contract/links';
import { API_TIMEOUT_MS } from '../../../api/client.ts';
import { readToken } from '../../../api/session.ts';

/** The QR code of a link as a file. It needs the bearer token, so that no <img> could ask for it by itself. */
export async function fetchQr(query: Input<typeof getLinkQr>['query']): Promise<Blob> {
  const token = readToken();
  const response = await fetch(`/api${address(getLinkQr, { query })}`, {
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
