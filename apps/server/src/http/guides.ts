import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENTS, fillGuide, GUIDES, NO_HOST_TOKEN } from '@trailmark/contract/guides';
import type { FastifyInstance } from 'fastify';
import type { Kit } from '../platform/kit.ts';
import { checkoutRoot } from '../platform/package-root.ts';

const FOLDER = join(checkoutRoot, 'docs');
const MARKDOWN = 'text/markdown; charset=utf-8';

/** What nobody is signed in for is left open, in words that say what goes there. */
function valuesOf(publicUrl: string) {
  return {
    token: 'YOUR_PROJECT_TOKEN',
    host_token: NO_HOST_TOKEN,
    endpoint: publicUrl,
    links: `${publicUrl}/l`,
    link_host: new URL(publicUrl).host,
    currency: 'USD',
  };
}

/** An index for language models: https://llmstxt.org */
const indexOf = (publicUrl: string) => `# Trailmark

> An open, self-hosted mobile measurement partner: which ad brought which install, sign-up and payment. Apps, web pages
> and servers send what happens to ${publicUrl}, and get the attribution of an install in the answer to its first open.

## Guides

${[...GUIDES, ...DOCUMENTS].map(({ slug, title, about }) => `- [${title}](${publicUrl}/guides/${slug}.md): ${about}`).join('\n')}

## Reference

- [OpenAPI](${publicUrl}/api/docs/json): every call with its fields.
- [API reference](${publicUrl}/api/docs): the same to browse.
`;

/** /llms.txt, and the guides of docs/guides and some documents of docs as Markdown. */
export async function mountGuides(app: FastifyInstance, kit: Pick<Kit, 'publicUrl'>): Promise<void> {
  await app.register(async (guides) => {
    guides.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'static' };
    });
    guides.get('/llms.txt', (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(indexOf(kit.publicUrl)),
    );
    for (const { slug } of GUIDES) {
      const text = readFileSync(join(FOLDER, 'guides', `${slug}.md`), 'utf8');
      guides.get(`/guides/${slug}.md`, (_request, reply) =>
        // The public address is known once the server listens.
        reply.type(MARKDOWN).send(fillGuide(text, valuesOf(kit.publicUrl))),
      );
    }
    for (const { slug } of DOCUMENTS) {
      const text = readFileSync(join(FOLDER, `${slug}.md`), 'utf8');
      guides.get(`/guides/${slug}.md`, (_request, reply) => reply.type(MARKDOWN).send(text));
    }
  });
}
