import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageFor, UNAVAILABLE_PAGE } from '@trailmark/core/links/pages';
import { createRequestOrigin } from '../../http/request-origin.ts';
import type { Kit } from '../../platform/kit.ts';
import { answerClick } from './answer-click.ts';
import { answerView } from './answer-view.ts';
import type { LinkCache } from './link-cache.ts';
import {
  isEdgePath,
  type LinkRequest,
  requestOnLinkHost,
  requestOnMainHost,
  splitUrl,
} from './read-request.ts';
import type { Recorder } from './recorder.ts';
import { createRefusedReports } from './refused-reports.ts';
import { rememberAgents } from './remember-agents.ts';
import { sendEmpty, sendJson, sendPage } from './respond.ts';

/** Takes a request that is the edge's to answer; false leaves it to the others. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A request that waits for the end of this turn of the event loop. */
interface Arrived {
  request: IncomingMessage;
  response: ServerResponse;
  linkRequest: LinkRequest;
  query: URLSearchParams | null;
  host: string;
  /** Whose host it is; undefined for the main one. */
  projectId: string | undefined;
}

interface Needs {
  links: LinkCache;
  recorder: Recorder;
  /** What a host serves below /.well-known. */
  wellKnown(host: string, path: string): Promise<{ body: string } | null>;
  /** Postbacks of Apple's devices, below /.well-known on any host. */
  postbacks: {
    isPath(path: string): boolean;
    answer(request: IncomingMessage, response: ServerResponse): void;
  };
}

const UNKNOWN = pageFor({ kind: 'unknown' });

function hostOfUrl(url: string | null): string | null {
  return url ? new URL(url).hostname : null;
}

/** Clicks, views and the files of link hosts, answered before any other machinery is set in motion. */
export function createFront(kit: Kit, { links, recorder, wellKnown, postbacks }: Needs): Front {
  const origin = createRequestOrigin(kit.env);
  // Nobody can take over the house by claiming its own host for links.
  const mainHost = hostOfUrl(kit.env.publicUrl);
  const edge = {
    clock: kit.clock,
    geo: kit.geo,
    key: kit.secrets.macKey('clicks'),
    salt: kit.secrets.macKey('devices').toString('hex'),
    readAgent: rememberAgents(),
    ipOf: origin.ipOf,
    recorder,
    refusedReports: createRefusedReports(),
  };

  const projectOf = (host: string) => (host === mainHost ? undefined : links.projectOfHost(host));

  const answer = async ({
    request,
    response,
    linkRequest,
    query,
    host,
    projectId,
  }: Arrived): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendEmpty(response, 405, { allow: 'GET, HEAD' });
    }
    if (linkRequest.kind === 'nothing') return sendPage(response, UNKNOWN);
    if (linkRequest.kind === 'well_known') {
      const file = await wellKnown(host, linkRequest.path);
      return file ? sendJson(response, file.body) : sendEmpty(response, 404);
    }
    // Nearly every link is cached; only the others wait for the database.
    const link =
      links.find(linkRequest.name, projectId) ??
      (await links.lookUp(linkRequest.name, projectId).catch(() => undefined));
    if (link === undefined) return sendPage(response, UNAVAILABLE_PAGE);
    const visit = { request, response, query, link };
    if (linkRequest.kind === 'click') await answerClick(edge, visit);
    else await answerView(edge, { ...visit, wantsPicture: linkRequest.wantsPicture });
  };

  let arrived: Arrived[] = [];
  /** One after the other, since code that has just run runs faster than between the parsing of two requests. */
  const answerArrived = () => {
    const group = arrived;
    arrived = [];
    for (const one of group) {
      answer(one).catch((err) => {
        kit.log.error({ err }, 'a visit could not be answered');
        if (one.response.headersSent) one.response.destroy();
        else sendPage(one.response, UNAVAILABLE_PAGE);
      });
    }
  };

  return (request, response) => {
    const url = request.url ?? '/';
    const host = origin.hostOf(request);
    const projectId = projectOf(host);
    const isLinkHost = projectId !== undefined;
    if (!isLinkHost && !isEdgePath(url)) return false;
    const { path, query } = splitUrl(url);
    if (postbacks.isPath(path)) {
      postbacks.answer(request, response);
      return true;
    }
    const linkRequest = isLinkHost ? requestOnLinkHost(path, query) : requestOnMainHost(path);
    arrived.push({ request, response, linkRequest, query, host, projectId });
    if (arrived.length === 1) setImmediate(answerArrived);
    return true;
  };
}
