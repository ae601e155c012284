import type { IncomingMessage, ServerResponse } from 'node:http';
import { isBody } from '@trailmark/core/skan/postback';
import { refusalFor, sendRawRefusal } from '../../../http/errors.ts';
import { createRequestOrigin, NO_ADDRESS } from '../../../http/request-origin.ts';
import { AppError } from '../../../platform/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import type { Kit } from '../../../platform/kit.ts';
import { createHostileSenders } from './hostile-senders.ts';
import { isPostbackPath } from './postback-paths.ts';
import { parseBody, readBody } from './read-body.ts';
import { keysOf, type TakeNeeds, takePostback } from './take-postback.ts';
import { CHECK_FIELD, makeCheckProof, readTestTicket, TEST_HEADER } from './test-ticket.ts';

const STORED = { 'cache-control': 'no-store', 'content-length': 0 };

/** null: the status says it all. */
function sendData(response: ServerResponse, data: object | null): void {
  if (data === null) {
    response.writeHead(200, STORED);
    response.end();
    return;
  }
  const text = JSON.stringify({ msg: 'ok', status: 200, data });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

const NONCE = /^[\w-]{16,64}$/;

/** The nonce of a set-up check; null for anything else. */
function nonceOf(body: unknown): string | null {
  const nonce = isBody(body) ? body[CHECK_FIELD] : undefined;
  return typeof nonce === 'string' && NONCE.test(nonce) ? nonce : null;
}

export interface PostbackDoor {
  isPath(path: string): boolean;
  answer(request: IncomingMessage, response: ServerResponse): void;
}

/** Answers devices: 200 once a postback is stored, whatever its signature is worth. */
export function createPostbackDoor(kit: Kit, needs: TakeNeeds): PostbackDoor {
  const origin = createRequestOrigin(kit.env);
  const keys = keysOf(kit);
  const senders = createHostileSenders();

  const senderOf = (request: IncomingMessage) => {
    const ticket = request.headers[TEST_HEADER];
    if (typeof ticket !== 'string') return { cameBy: 'device', keys } as const;
    const test = readTestTicket(kit.secrets, ticket, kit.clock.now());
    if (!test) throw new AppError('signature_invalid', 'The test has ended, or was not started here.');
    return { cameBy: 'test', keys: test.keys, ofProject: test.projectId } as const;
  };

  const take = async (request: IncomingMessage, address: string): Promise<object | null> => {
    const { text, body } = parseBody(await readBody(request));
    const nonce = nonceOf(body);
    if (nonce) return { proof: makeCheckProof(kit.secrets, nonce) };
    const sent = { text, body, ...senderOf(request) };
    const taken = await takePostback(needs, sent, (projectId) => senders.isTiring(address, projectId));
    const isWrong = taken.verdict === 'invalid' || taken.outcome === 'dropped';
    if (isWrong) senders.noteWrong(address, taken.projectId);
    // Devices need no more than the status, and a sender who guesses learns nothing.
    if (!(TEST_HEADER in request.headers)) return null;
    const { postbackId: postback_id, outcome, verdict, notCounted: not_counted } = taken;
    return { postback_id, outcome, verdict, not_counted };
  };

  const refuse = (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    const requestId = newId(kit.clock.now());
    const refusal = refusalFor(error as Error, (line, text) =>
      kit.log.error({ reqId: requestId, ...line }, text),
    );
    if (response.headersSent) response.destroy();
    else sendRawRefusal({ request, response, requestId }, refusal);
  };

  const answerPostback = async (request: IncomingMessage, response: ServerResponse, address: string) => {
    try {
      sendData(response, await take(request, address));
    } catch (error) {
      refuse(request, response, error);
    } finally {
      senders.end(address);
    }
  };

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST', 'cache-control': 'no-store', 'content-length': 0 });
      response.end();
      return;
    }
    const address = origin.ipOf(request) ?? NO_ADDRESS;
    if (!senders.begin(address)) {
      return refuse(request, response, new AppError('unavailable', 'Too many requests.', undefined, 5));
    }
    void answerPostback(request, response, address);
  };
  return { isPath: isPostbackPath, answer };
}
