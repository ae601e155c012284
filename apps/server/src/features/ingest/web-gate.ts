import type { IncomingHttpHeaders } from 'node:http';
import { allowedBy, hostsThatCover, type PageOrigin, readOrigin } from '@trailmark/core/client/web-hosts';
import type { Db } from '../../db/connection.ts';
import { isPlainText } from '../../http/cross-origin.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { createLru } from '../../platform/lru.ts';
import { createBatchedLookUp } from './batched-look-up.ts';
import { findAllowedHosts } from './host-store.ts';
import type { NotedHosts } from './noted-hosts.ts';
import { isTokenText, type KnownProject, type ProjectCache } from './project-cache.ts';

const WEB = 'WEB';
const FRESH_MS = 30_000;
const KEPT_HOSTS = 10_000;

type Body = Record<string, unknown>;

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null;
const saysWeb = ({ platform }: Body) => typeof platform === 'string' && platform.toUpperCase() === WEB;

/** The bodies of a request: its own, and those of a batch. */
function bodiesOf(json: Body): Body[] {
  const { items } = json;
  if (!Array.isArray(items)) return [json];
  return [json, ...items.map((item: unknown) => (isObject(item) ? item.body : null)).filter(isObject)];
}

/** Where nothing of a batch is a page's, as of most, nothing is copied. */
function namesWeb(json: Body): boolean {
  if (saysWeb(json)) return true;
  const { items } = json;
  return (
    Array.isArray(items) &&
    items.some((item: unknown) => isObject(item) && isObject(item.body) && saysWeb(item.body))
  );
}

/**
 * What a website's token sends is a website's: pages cannot keep a secret to sign with, and nobody gets around
 * the signature of an app by naming a page instead.
 */
function keepToWeb(json: Body): void {
  for (const body of bodiesOf(json)) {
    const { platform } = body;
    if (platform === undefined || platform === null || platform === '') body.platform = WEB;
    else if (!saysWeb(body)) throw badField('platform', 'is not WEB, and the token is a website’s');
  }
}

function reasonFor(header: string | undefined, origin: PageOrigin | null): string {
  if (header === undefined) return 'is required: only pages of whitelisted hosts send this';
  if (!origin) return 'names no host, as of pages in sandboxed frames and of files';
  if (origin.isLocal) return 'is localhost, which this project does not allow';
  return `is of ${origin.host}, which is not a whitelisted host of this project`;
}

/** Decides which pages may send something, and which may read the answer. */
export interface WebGate {
  /** Refuses a page of a host that the project does not name; gives whether the page may read the answer. */
  enter(project: KnownProject, request: { headers: IncomingHttpHeaders; json: Body }): boolean;
  /** Whether a page may send what a browser asks about beforehand. */
  mayAsk(origin: string, token: string | undefined): Promise<boolean>;
  forgetAll(): void;
}

export function createWebGate({
  db,
  projects,
  noted,
}: {
  db: Db;
  projects: ProjectCache;
  noted: NotedHosts;
}): WebGate {
  const someProject = createLru<boolean>(KEPT_HOSTS, FRESH_MS);
  const findSome = createBatchedLookUp(async (hosts) => {
    const covering = new Map(hosts.map((host) => [host, hostsThatCover(host)]));
    const allowed = await findAllowedHosts(db, [...new Set([...covering.values()].flat())]);
    return new Map(hosts.map((host) => [host, covering.get(host)?.some((one) => allowed.has(one)) ?? false]));
  });
  const isAllowedSomewhere = async (host: string) => {
    const before = someProject.get(host);
    if (before !== undefined) return before;
    const is = (await findSome(host)) ?? false;
    someProject.set(host, is);
    return is;
  };
  const findAllowing = (project: KnownProject, origin: PageOrigin | null) => {
    const host = origin && allowedBy(project.pages, origin);
    if (host) noted.seen(project.projectId, host);
    else if (origin) noted.refused(project.projectId, origin.host);
    return host;
  };
  return {
    enter(project, { headers, json }) {
      const { origin: header } = headers;
      const isWeb = project.isWebToken || isPlainText(headers) || namesWeb(json);
      if (!isWeb && header === undefined) return false;
      const origin = readOrigin(header);
      if (!isWeb) return origin !== null && allowedBy(project.pages, origin) !== null;
      if (!findAllowing(project, origin)) {
        const reason = reasonFor(header, origin);
        throw new AppError('forbidden', `The origin ${reason}.`, { origin: reason });
      }
      if (project.isWebToken) keepToWeb(json);
      return true;
    },
    async mayAsk(header, token) {
      const origin = readOrigin(header);
      if (!origin) return false;
      // Whether the project allows it is said when its token is there.
      if (token === undefined) return origin.isLocal || (await isAllowedSomewhere(origin.host));
      const project = isTokenText(token) ? await projects.byToken(token) : null;
      return project !== null && findAllowing(project, origin) !== null;
    },
    forgetAll: () => someProject.clear(),
  };
}
