import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ClickParameters, readClickParameters } from '@trailmark/core/links/click-ids';
import { isOpen, type LinkTarget } from '@trailmark/core/links/link-target';
import { pageFor } from '@trailmark/core/links/pages';
import { resolveTarget } from '@trailmark/core/links/resolve-target';
import { signClick } from '@trailmark/core/links/signed-click';
import { type Agent, readVisitor, type Visitor } from '@trailmark/core/links/visitor';
import type { Clock } from '../../platform/clock.ts';
import type { Geo } from '../../platform/geo.ts';
import { newId } from '../../platform/ids.ts';
import type { Recorder } from './recorder.ts';
import type { RefusedReports } from './refused-reports.ts';
import { sendEmpty, sendPage, sendRedirect } from './respond.ts';
import { clickOf } from './touch-of.ts';

/** What answering needs of the world. */
export interface Edge {
  clock: Clock;
  geo: Geo;
  /** Signs clicks. */
  key: Buffer;
  /** Hides devices. */
  salt: string;
  readAgent(userAgent: string): Agent;
  ipOf(request: IncomingMessage): string | null;
  recorder: Recorder;
  refusedReports: RefusedReports;
}

export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  query: URLSearchParams | null;
  link: LinkTarget | null;
}

const NO_QUERY = new URLSearchParams();
const UNKNOWN = pageFor({ kind: 'unknown' });

/** What another server says of a visitor; the name of the id shows the system where no browser is given. */
function reportedVisitor(edge: Edge, userAgent: string, params: ClickParameters['params']): Visitor {
  const visitor = readVisitor({ userAgent, headers: {} }, edge.readAgent);
  const isAndroid = params?.gaid !== undefined || params?.oaid !== undefined;
  const platform = isAndroid ? 'android' : params?.idfa !== undefined ? 'ios' : visitor.platform;
  return { ...visitor, platform };
}

/** A click that an affiliate's server reports: it is counted by its advertising id, and nobody is sent anywhere. */
async function answerReport(
  edge: Edge,
  { request, response, link }: Visit & { link: LinkTarget },
  parameters: ClickParameters,
): Promise<void> {
  const now = edge.clock.now();
  if (parameters.advertisingId === null) return sendEmpty(response, 400);
  if (!isOpen(link, now.getTime())) return sendEmpty(response, 410);
  if (request.method === 'HEAD') return sendEmpty(response, 204);
  const userAgent = parameters.reported?.userAgent ?? '';
  const visitor = reportedVisitor(edge, userAgent, parameters.params);
  const countryIp = parameters.reported?.ip ?? null;
  const url = `${link.linkId} ${request.url}`;
  const identity = edge.refusedReports.find(url) ?? { id: newId(now), at: now };
  const counted = { ...identity, link, visitor, parameters, ip: null, countryIp, userAgent };
  if (await edge.recorder.click(clickOf(edge, counted, 'reported'))) {
    edge.refusedReports.delete(url);
    return sendEmpty(response, 204);
  }
  // Unlike a visitor, a server can come again.
  edge.refusedReports.add(url, identity);
  sendEmpty(response, 503, { 'retry-after': '5' });
}

/** Sends a visitor on, once the click is on disk, or cannot be: nobody is kept from an app by our own trouble. */
export async function answerClick(edge: Edge, visit: Visit): Promise<void> {
  const { request, response, query, link } = visit;
  if (!link) return sendPage(response, UNKNOWN);
  const parameters = readClickParameters(query, link.passthrough);
  if (parameters.reported) return await answerReport(edge, { ...visit, link }, parameters);
  const at = edge.clock.now();
  const userAgent = request.headers['user-agent'] ?? '';
  const visitor = readVisitor({ userAgent, headers: request.headers }, edge.readAgent);
  // A refused prefetch is repeated as a real visit when the person comes: https://wicg.github.io/nav-speculation/prefetch.html
  if (visitor.kind === 'prefetch') return sendEmpty(response, 503);
  const isCounted = request.method === 'GET' && visitor.kind === 'person';
  const id = newId(at);
  const clickToken = isCounted
    ? signClick({ id, projectId: link.projectId, linkId: link.linkId }, edge.key)
    : null;
  const target = resolveTarget(link, visitor, { clickToken, query: query ?? NO_QUERY, nowMs: at.getTime() });
  if (isCounted && (target.kind === 'redirect' || target.kind === 'interstitial')) {
    const ip = edge.ipOf(request);
    const counted = { id, at, link, visitor, parameters, ip, countryIp: ip, userAgent };
    const outcome = target.kind === 'redirect' ? target.outcome : target.kind;
    await edge.recorder.click(clickOf(edge, counted, outcome));
  }
  if (target.kind === 'redirect') sendRedirect(response, target.url);
  else sendPage(response, pageFor(target));
}
