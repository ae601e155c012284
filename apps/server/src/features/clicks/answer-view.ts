import { readClickParameters } from '@trailmark/core/links/click-ids';
import { isOpen } from '@trailmark/core/links/link-target';
import { readVisitor } from '@trailmark/core/links/visitor';
import { newId } from '../../platform/ids.ts';
import type { Edge, Visit } from './answer-click.ts';
import { acceptsPicture } from './read-request.ts';
import { sendEmpty, sendPixel } from './respond.ts';
import { viewOf } from './touch-of.ts';

/** Counts a view of an ad, once it is on disk; pictures for pages, nothing for programs. */
export async function answerView(
  edge: Edge,
  { request, response, query, link, wantsPicture }: Visit & { wantsPicture: boolean },
): Promise<void> {
  if (!link) return sendEmpty(response, 404);
  const at = edge.clock.now();
  const userAgent = request.headers['user-agent'] ?? '';
  const visitor = readVisitor({ userAgent, headers: request.headers }, edge.readAgent);
  if (request.method === 'GET' && visitor.kind === 'person' && isOpen(link, at.getTime())) {
    const parameters = readClickParameters(query, link.passthrough);
    const ip = edge.ipOf(request);
    const counted = { id: newId(at), at, link, visitor, parameters, ip, countryIp: ip, userAgent };
    await edge.recorder.view(viewOf(edge, counted));
  }
  if (wantsPicture || acceptsPicture(request)) sendPixel(response);
  else sendEmpty(response, 204);
}
