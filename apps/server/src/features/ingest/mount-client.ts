import type { ServerResponse } from 'node:http';
import { findSignals, unsignedSignal } from '@trailmark/core/sdk-check/find-signals';
import type { AuditActor } from '../../access/caller.ts';
import { isAway } from '../../db/is-away.ts';
import type { App } from '../../http/app.ts';
import { clientInfo } from '../../http/client-info.ts';
import { closeToPage } from '../../http/cross-origin.ts';
import { type DirectCall, type DirectRequest, mountDirect } from '../../http/direct-calls.ts';
import { BufferFull } from '../../pipeline/group-commit.ts';
import { isTooSlow } from '../../pipeline/process-units.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { plainAddress } from '../../platform/plain-address.ts';
import { type AnswerDelivery, watchAnswer } from './answer-delivery.ts';
import type { ClientCall } from './client-call.ts';
import { CLIENT_CALLS } from './client-calls.ts';
import { isCrawler } from './crawlers.ts';
import type { ClientDoor } from './door.ts';
import { FORWARD_CALLS } from './forward-calls.ts';
import { IMPORT_CALLS } from './import-calls.ts';
import { isTokenText, type KnownProject, type ProjectCache } from './project-cache.ts';
import { QUERY_CALLS } from './query-calls.ts';
import type { Arrival } from './read-item.ts';
import { storeLostAnswers } from './resends.ts';
import { CAPTURE_CALLS, type ServerCall } from './server-calls.ts';
import { type AnswerOnce, createAnswerOnce } from './signed-answers.ts';
import { checkSignature, hasSignature, type SignedRequest } from './signing.ts';
import { notForPages } from './unsigned-pages.ts';

const BODY_LIMIT = 1024 * 1024;
const RETRY_SECONDS = 2;
/** Bodies above the usual size that a process holds at once, of all projects and of one. */
const MOST_LARGE = 8;
const MOST_LARGE_OF_PROJECT = 2;

function parse(bytes: Buffer): unknown {
  try {
    return bytes.length === 0 ? {} : JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new AppError('malformed_request', 'The body is not JSON.');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function bodyOf({ bytes }: DirectRequest): Record<string, unknown> {
  const json = parse(bytes);
  if (!isObject(json))
    throw new AppError('validation_failed', 'body is not an object', { body: 'is not an object' });
  return json;
}

type Head = Omit<DirectRequest, 'bytes'>;

async function projectByToken(projects: ProjectCache, token: unknown): Promise<KnownProject> {
  const project = isTokenText(token) ? await projects.byToken(token) : null;
  if (!project) throw new AppError('token_invalid', 'token is not a token of a project.');
  return project;
}

const BEARER = /^Bearer (tmsk_[\w-]{20,100})$/;
const HINT_LENGTH = 10;

function keyOf({ headers }: Head): string | null {
  const given = headers['trailmark-key'] ?? BEARER.exec(headers.authorization ?? '')?.[1];
  return typeof given === 'string' ? given : null;
}

async function projectByKey(projects: ProjectCache, request: Head): Promise<KnownProject> {
  const key = keyOf(request);
  const project = key === null ? null : await projects.byPrivateKey(key);
  if (!project) throw new AppError('token_invalid', 'The private key is not a key of a project.');
  return project;
}

const actorBy = (request: Head): AuditActor => ({
  userId: null,
  email: `private key ${keyOf(request)?.slice(0, HINT_LENGTH)}…`,
  client: clientInfo(request),
});

const watch = ({ response }: Head) => watchAnswer(response, () => performance.now());

function arrivalOf(
  kit: Kit,
  request: Head,
  { project, delivery }: { project: KnownProject; delivery: AnswerDelivery },
): Arrival & { delivery: AnswerDelivery } {
  const ip = plainAddress(request.ip);
  return {
    project,
    receivedAt: kit.clock.now(),
    ip,
    country: kit.geo.countryOf(ip),
    delivery,
    userAgent: request.headers['user-agent'],
    isUnsignedPage: project.isWebToken && project.signing === 'required',
  };
}

interface Mounting {
  kit: Kit;
  door: ClientDoor;
  answerOnce: AnswerOnce;
}

/** Where the database is away by now, a resend is stored a second time: less than to answer that nothing was. */
async function storeLoss({ kit, door }: Mounting, { delivery, project }: Arrival): Promise<void> {
  const { projectId } = project;
  await delivery?.whenLost(async (resends) => {
    try {
      const { db } = await door.connection.of(projectId);
      await storeLostAnswers(db, resends, { projectId, now: kit.clock.now() });
    } catch (err) {
      kit.log.warn({ err }, 'a lost answer was not stored');
    }
  });
}

/** What a call answers, once all of it is on disk; and so is that nobody heard the answer. */
async function answerOf(
  mounting: Mounting,
  arrival: Arrival & { delivery: AnswerDelivery },
  answer: () => Promise<unknown>,
): Promise<{ msg: string; status: number; data: unknown }> {
  const { delivery } = arrival;
  try {
    const data = await answer();
    if (delivery.resends.length > 0) await storeLoss(mounting, arrival);
    return { msg: 'ok', status: 200, data };
  } catch (error) {
    throw asRefusal(error);
  } finally {
    mounting.door.ingest.end(delivery);
  }
}

/** Clients come back by themselves: what cannot be taken now is refused at once. */
function asRefusal(error: unknown): unknown {
  if (error instanceof BufferFull) {
    return new AppError(
      'unavailable',
      'Too many requests at once. Please try again.',
      undefined,
      RETRY_SECONDS,
    );
  }
  if (isTooSlow(error)) {
    return new AppError(
      'unavailable',
      'This is taking too long. Please try again.',
      undefined,
      RETRY_SECONDS,
    );
  }
  if (!isAway(error)) return error;
  return new AppError(
    'unavailable',
    'The database cannot be reached. Please try again.',
    undefined,
    RETRY_SECONDS,
  );
}

function clientCall(mounting: Mounting, call: ClientCall): DirectCall {
  const { kit, door, answerOnce } = mounting;
  const checking = { secrets: kit.secrets, counts: door.signatures };
  const { route } = call;
  const { method } = route;
  const path = `/api${route.path}`;
  const name = route.path.slice('/client/'.length);
  const signatureOf = (request: SignedRequest, project: KnownProject, json: Record<string, unknown>) => {
    // A page cannot keep a secret: its host says whose it is.
    if (project.isWebToken) {
      if (call.isPersonal && project.signing === 'required') throw notForPages();
      return null;
    }
    try {
      return checkSignature(checking, project, request);
    } catch (error) {
      if (!hasSignature(request)) door.signals.note(project.projectId, [unsignedSignal(json)]);
      throw error;
    }
  };
  return {
    route,
    bodyLimit: BODY_LIMIT,
    mayAsk: door.web.mayAsk,
    async answer(request) {
      const delivery = watch(request);
      const { headers, bytes: body } = request;
      const json = bodyOf(request);
      const project = await projectByToken(door.projects, json.token);
      const { projectId } = project;
      const mayRead = door.web.enter(project, { headers, json });
      if (headers.origin !== undefined && !mayRead) closeToPage(request.response);
      const now = kit.clock.now();
      const signature = signatureOf({ headers, method, path, body, now }, project, json);
      const arrival = arrivalOf(kit, request, { project, delivery });
      const execute = () => answerOf(mounting, arrival, () => call.answer(door, arrival, json));
      const signed = signature && { projectId, signature, call: `${method} ${path}`, now };
      const answer = await (signed ? answerOnce(signed, execute) : execute());
      // Nothing of a crawler is stored.
      if (!project.isWebToken || !isCrawler(headers['user-agent'])) {
        door.signals.note(projectId, findSignals({ call: name, body: json, isSigned: signed !== null, now }));
      }
      return answer;
    },
  };
}

/** A body of the usual size is one by its own word; of any other the size is not known before it has come. */
const isLarge = ({ headers }: Head) => !(Number(headers['content-length']) <= BODY_LIMIT);

/** Refuses what would be one large body too many; clients send it again. */
function createLargeBodies() {
  const counts = new Map<string, number>();
  let all = 0;
  return (projectId: string, response: ServerResponse) => {
    const own = counts.get(projectId) ?? 0;
    if (all >= MOST_LARGE || own >= MOST_LARGE_OF_PROJECT) {
      throw new AppError(
        'unavailable',
        'Too many imports at once. Please try again.',
        undefined,
        RETRY_SECONDS,
      );
    }
    all += 1;
    counts.set(projectId, own + 1);
    // Comes once for every request, however it ends.
    response.once('close', () => {
      all -= 1;
      const left = (counts.get(projectId) ?? 1) - 1;
      if (left > 0) counts.set(projectId, left);
      else counts.delete(projectId);
    });
  };
}

function serverCall(mounting: Mounting, call: ServerCall): DirectCall {
  const { kit, door } = mounting;
  const { route, bodyLimit } = call;
  const takeLarge = createLargeBodies();
  return {
    route,
    bodyLimit: bodyLimit ?? BODY_LIMIT,
    // Nobody without a key makes us hold megabytes.
    async admit(request) {
      const { projectId } = await projectByKey(door.projects, request);
      if (bodyLimit && isLarge(request)) takeLarge(projectId, request.response);
    },
    async answer(request) {
      const project = await projectByKey(door.projects, request);
      const json = route.method === 'GET' ? {} : bodyOf(request);
      const delivery = watch(request);
      // What is sent from a server says nothing about the person or their browser.
      const arrival = {
        ...arrivalOf(kit, request, { project, delivery }),
        ip: null,
        country: '',
        userAgent: undefined,
      };
      const input = { arrival, json, query: request.query, kit, actor: actorBy(request) };
      return await answerOf(mounting, arrival, () => call.answer(door, input));
    },
  };
}

/** Puts what apps and servers call on the server. */
export async function mountClient(app: App, kit: Kit, door: ClientDoor): Promise<void> {
  const mounting = { kit, door, answerOnce: createAnswerOnce(door.connection) };
  await mountDirect(app, [
    ...CLIENT_CALLS.map((call) => clientCall(mounting, call)),
    ...[...CAPTURE_CALLS, ...QUERY_CALLS, ...IMPORT_CALLS, ...FORWARD_CALLS].map((call) =>
      serverCall(mounting, call),
    ),
  ]);
}
