import type { Product } from '../product.ts';
import type { Api } from './measure.ts';

export interface Session extends Api {
  url: string;
  token: string;
  projectId: string;
}

async function ask<Answer>(url: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, init);
  const json = (await answer.json()) as { data: Answer; msg: string };
  if (!answer.ok) throw new Error(`${url}: ${json.msg}`);
  return json.data;
}

/** The session of somebody who signed in before. */
export function resume(
  product: Product,
  { token, projectId }: Pick<Session, 'token' | 'projectId'>,
): Session {
  const url = `http://127.0.0.1:${product.port}`;
  const headers = { authorization: `Bearer ${token}` };
  const get = (path: string, query: Record<string, string>) =>
    ask(`${url}/api${path}?${new URLSearchParams(query)}`, { headers });
  return { url, token, projectId, get };
}

/** Signs in by the printed link and makes a project. */
export async function signIn(product: Product): Promise<Session> {
  const post = <Answer>(path: string, body: object, headers: Record<string, string> = {}) =>
    ask<Answer>(`http://127.0.0.1:${product.port}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { token } = await post<{ token: string }>('/login/magic-link/verify', {
    token: await product.signInToken(),
    confirm: true,
  });
  const headers = { authorization: `Bearer ${token}` };
  const form = { name: 'Bench', platform: 'app', currency: 'INR', timezone: 'Asia/Kolkata' };
  const { project_id: projectId } = await post<{ project_id: string }>('/project', form, headers);
  return resume(product, { token, projectId });
}
