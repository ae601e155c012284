import { html, page } from '../page.ts';
import type { Answer, ToolRequest } from '../receivers/tool.ts';

const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };

export interface ConsentPage {
  network: string;
  appName: string;
  scopes: readonly string[];
  accounts: readonly string[];
}

/** The page on which a person allows or denies the app; it posts the decision to its own address. */
export function consentPage({ network, appName, scopes, accounts }: ConsentPage): Answer {
  const body = html`<header><h1>${appName} asks for access to ${network}</h1>
<p>A stand-in for the page of ${network}.</p></header>
<form method="post"><section>
${scopes.length > 0 && html`<div><h2>Permissions</h2><ul>${scopes.map((scope) => html`<li>${scope}</li>`)}</ul></div>`}
<div><h2>Ad accounts</h2><ul>${accounts.map((name) => html`<li>${name}</li>`)}</ul></div>
<div><button class="button primary" name="decision" value="allow">Allow</button>
<button class="button" name="decision" value="deny">Deny</button></div></section></form>`;
  return { status: 200, headers: HTML_TYPE, body: page({ title: `Connect ${network}`, body, narrow: true }) };
}

/** What a network shows a person instead of the page, as the address of the app is wrong. */
export function consentProblem(network: string, problem: string): Answer {
  const body = html`<header><h1>${network} cannot open this page</h1><p>${problem}</p></header>`;
  return { status: 400, headers: HTML_TYPE, body: page({ title: network, body, narrow: true }) };
}

export function decisionOf({ method, body }: ToolRequest): 'allow' | 'deny' | null {
  if (method !== 'POST') return null;
  return new URLSearchParams(body.toString('utf8')).get('decision') === 'allow' ? 'allow' : 'deny';
}

export function redirectTo(uri: string, parameters: Record<string, string | null>): Answer {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, value);
  }
  return { status: 303, headers: { location: url.href } };
}

/** https, or http on this machine, and without a fragment. */
export function isRedirectUri(uri: string | null): uri is string {
  if (uri === null || !URL.canParse(uri)) return false;
  const { protocol, hostname, hash } = new URL(uri);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
  return hash === '' && (protocol === 'https:' || (protocol === 'http:' && isLocal));
}
