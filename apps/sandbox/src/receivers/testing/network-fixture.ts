import { createHash } from 'node:crypto';
import type { Sandbox } from '../../start.ts';
import { control, sendToTool, type ToolAnswer } from './send-to-tool.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const CALLBACK = 'https://trailmark.example/api/networks/callback';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Opens the page of a network and presses a button on it; the parameters of the callback. */
export async function decide(
  sandbox: Sandbox,
  url: string,
  decision: 'allow' | 'deny',
): Promise<Record<string, string>> {
  const { headers } = await sendToTool(sandbox, url, { body: `decision=${decision}`, headers: FORM });
  return Object.fromEntries(new URL(headers.get('location') ?? 'none:').searchParams);
}

export const postForm = (
  sandbox: Sandbox,
  url: string,
  fields: Record<string, string>,
): Promise<ToolAnswer> =>
  sendToTool(sandbox, url, { body: new URLSearchParams(fields).toString(), headers: FORM });

/** Runs a call that only one network has, such as expire-token. */
export async function act(sandbox: Sandbox, path: string, body: unknown = {}): Promise<number> {
  return (await control(sandbox, `/receivers/${path}`, { method: 'POST', body })).status;
}

/** The address of a GET with its parameters. */
export function addressOf(url: string, parameters: Record<string, string>): string {
  return `${url}?${new URLSearchParams(parameters)}`;
}
