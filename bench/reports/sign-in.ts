import type { Product } from '../product.ts';
import type { Api } from './measure.ts';

export interface Session extends Api {
  url: string;
  token: string;
  projectId: string;
}

/** Signs in by the printed link and makes a project. */
export async function signIn(product: Product): Promise<Session> {
  const url = `http://127.0.0.1:${product.port}`;
  const ask = async <Answer>(path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${url}/api${path}`, init);
    const json = (await answer.json()) as { data: Answer; msg: string };
    if (!answer.ok) throw new Error(`${path}: ${json.msg}`);
    return json.data;
  };
  const post = <Answer>(path: string, body: object, headers: Record<string, string> = {}) =>
    ask<Answer>(path, {
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
  const get = (path: string, query: Record<string, string>) =>
    ask(`${path}?${new URLSearchParams(query)}`, { headers });
  return { url, token, projectId, get };
}
