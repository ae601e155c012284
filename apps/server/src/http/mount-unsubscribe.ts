import type { FastifyInstance, FastifyReply } from 'fastify';
import { spend } from '../access/rate-limit.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import type { Kit } from '../platform/kit.ts';
import { escapeHtml } from '../platform/mail-layout.ts';
import { clientInfo } from './client-info.ts';
import { type MailList, readToken, UNSUBSCRIBE_PATH } from './mail-lists.ts';

const TRIES = { max: 30, perMs: MINUTE_MS };

const style = `
:root{color-scheme:light dark;--bg:#f3f4f6;--card:#fff;--line:#e6e8ec;--text:#14161a;--soft:#545b67;--accent:#1f5fc9}
@media (prefers-color-scheme:dark){:root{--bg:#0d0f12;--card:#14171c;--line:#262b33;--text:#f2f4f7;--soft:#a3abb8;--accent:#3d7de0}}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.6 Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{max-width:440px;margin:12vh auto 0;padding:28px 30px;background:var(--card);border:1px solid var(--line);border-radius:12px}
@media (max-width:500px){main{margin:24px 16px}}
h1{margin:0 0 8px;font-size:19px}p{margin:0 0 18px;color:var(--soft)}
button{font:inherit;font-weight:600;color:#fff;background:var(--accent);border:0;border-radius:8px;padding:10px 18px;cursor:pointer}
button:focus-visible{outline:2px solid var(--text);outline-offset:2px}`;

function page(
  reply: FastifyReply,
  {
    status = 200,
    title,
    text,
    action = '',
  }: {
    status?: number;
    title: string;
    text: string;
    action?: string;
  },
) {
  return reply
    .code(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p>${action}</main></body></html>`);
}

const broken = (reply: FastifyReply) =>
  page(reply, {
    status: 404,
    title: 'This link does not work',
    text: 'Use the whole link from the mail, or unsubscribe under Reports or Alerts in Trailmark.',
  });

/**
 * Takes a person off a list by the link in its mail, without signing in. Mail programs send the form themselves
 * (https://www.rfc-editor.org/rfc/rfc8058); a person gets a page with a button, since scanners open every link.
 */
export async function mountUnsubscribe(
  app: FastifyInstance,
  kit: Kit,
  lists: readonly MailList[],
): Promise<void> {
  const config = { access: 'static' } as const;
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer', bodyLimit: 4096 },
      (_request, _body, done) => done(null, null),
    );
    scope.get<{ Querystring: { token?: string } }>(UNSUBSCRIBE_PATH, { config }, async (request, reply) => {
      const { token } = request.query;
      const found = readToken(kit, lists, token);
      if (!found) return broken(reply);
      const address = `${UNSUBSCRIBE_PATH}?token=${escapeHtml(token ?? '')}`;
      return page(reply, {
        title: found.list.words.title,
        text: found.list.words.effect,
        action: `<form method="post" action="${address}"><button>Unsubscribe</button></form>`,
      });
    });
    scope.post<{ Querystring: { token?: string } }>(UNSUBSCRIBE_PATH, { config }, async (request, reply) => {
      const { ip } = clientInfo(request);
      await spend(kit.db, kit.clock.now(), [{ bucket: `unsubscribe:${ip}`, ...TRIES }]);
      const found = readToken(kit, lists, request.query.token);
      if (!found) return broken(reply);
      await kit.db.transaction().execute((tx) => found.list.remove(tx, found.subscription));
      return page(reply, {
        title: 'You are unsubscribed',
        text: found.list.words.done,
      });
    });
  });
}
