import type { Sandbox } from '../../start.ts';

export interface SentRequest {
  body?: unknown;
  method?: string;
  headers?: Record<string, string>;
}

export interface ToolAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Sends a request for a tool to its stand-in, as the product does: with the host moved into the path. */
export async function sendToTool(
  { toolsUrl }: Pick<Sandbox, 'toolsUrl'>,
  url: string,
  { body, method = 'POST', headers = {} }: SentRequest = {},
): Promise<ToolAnswer> {
  const isPlain = typeof body === 'string' || body === undefined || body instanceof Uint8Array;
  const sent = isPlain ? body : JSON.stringify(body);
  const response = await fetch(url.replace('https://', `${toolsUrl}/`), {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    ...(sent === undefined ? {} : { body: sent as string }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** A call of the sandbox's own API. */
export async function control(
  { httpUrl }: Pick<Sandbox, 'httpUrl'>,
  path: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<{ status: number; body: unknown }> {
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' } };
  const response = await fetch(`${httpUrl}${path}`, {
    method,
    ...json,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** So many properties, with these values. */
export const manyOf = <Value>(count: number, value: Value): Record<string, Value> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, value]));
