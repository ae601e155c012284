import { request as send } from 'node:http';

export const AGENTS = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  instagram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 330.0.3 (iPhone15,2; iOS 17_5; en_IN; en; scale=3.00; 1179x2556; 600)',
  slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  curl: 'curl/8.5.0',
} as const;

export interface Answer {
  status: number;
  location: string | null;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

interface Options {
  agent?: keyof typeof AGENTS;
  method?: string;
  host?: string;
  ip?: string;
  headers?: Record<string, string>;
}

/** A visit by node's own client: addresses and headers go out exactly as they are, and nothing is followed. */
export function visit(url: string, path: string, options: Options = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const headers: Record<string, string> = { 'user-agent': AGENTS[options.agent ?? 'iphone'] };
  if (options.host) headers.host = options.host;
  if (options.ip) headers['x-forwarded-for'] = options.ip;
  Object.assign(headers, options.headers);
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, path, method: options.method ?? 'GET', headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location ?? null,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}
