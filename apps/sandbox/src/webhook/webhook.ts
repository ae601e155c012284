import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { asObject, isText, mediaTypeOf, parseJson } from '../receivers/request-content.ts';
import type { Answer, Outcome, TakeContext, Tool, ToolRequest } from '../receivers/tool.ts';

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const SIGNATURE = /^v1,[A-Za-z0-9+/]{43}=$/;
const OTHER_SIGNATURE = /^v1a,/;
const ID = /^[^.\s]{1,255}$/;
const TYPE = /^[a-zA-Z0-9_]+(\.[a-zA-Z0-9_]+)*$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const TOLERANCE_SECONDS = 5 * 60;
const ADVISED_BYTES = 20_000;

const ERRORS: Record<number, string> = {
  400: 'bad request',
  401: 'the signature is not valid',
  404: 'not found',
  410: 'gone: send no more messages',
  429: 'too many requests',
  500: 'internal error',
  502: 'bad gateway',
  503: 'service unavailable',
  504: 'gateway timeout',
};

const failure = (status: number, said?: string): Answer => ({
  status,
  body: { error: said ?? ERRORS[status] ?? '' },
});

/** The bytes of a secret, which are 24 to 64. */
function keyOf(secret: string): Buffer | null {
  const [, encoded] = SECRET.exec(secret) ?? [];
  const key = Buffer.from(encoded ?? '', 'base64');
  return key.length >= 24 && key.length <= 64 ? key : null;
}

const headerOf = ({ headers }: ToolRequest, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

function signatureProblem(request: ToolRequest, { accepted }: TakeContext): string | null {
  const signatures = headerOf(request, 'webhook-signature').split(' ');
  const isWellFormed = signatures.every((text) => SIGNATURE.test(text) || OTHER_SIGNATURE.test(text));
  if (!isWellFormed || !signatures.some((text) => SIGNATURE.test(text))) {
    return 'webhook-signature is missing or malformed';
  }
  if (accepted === null) return null;
  const signed = `${headerOf(request, 'webhook-id')}.${headerOf(request, 'webhook-timestamp')}.`;
  const isValid = accepted.some(({ secret = '' }) => {
    const key = keyOf(secret);
    if (!key) return false;
    const digest = createHmac('sha256', key).update(signed).update(request.body).digest('base64');
    const expected = Buffer.from(`v1,${digest}`);
    return signatures.some(
      (text) => text.length === expected.length && timingSafeEqual(Buffer.from(text), expected),
    );
  });
  return isValid ? null : 'webhook-signature is not valid';
}

/** What the headers prove nothing for; null where they prove who sent the message. */
function headerProblem(request: ToolRequest, context: TakeContext): string | null {
  if (!ID.test(headerOf(request, 'webhook-id'))) return 'webhook-id is missing or malformed';
  const timestamp = headerOf(request, 'webhook-timestamp');
  if (!/^\d{1,12}$/.test(timestamp)) return 'webhook-timestamp is missing or malformed';
  const ageSeconds = context.now.getTime() / 1000 - Number(timestamp);
  if (ageSeconds > TOLERANCE_SECONDS) return 'webhook-timestamp is too old';
  if (ageSeconds < -TOLERANCE_SECONDS) return 'webhook-timestamp is too new';
  return signatureProblem(request, context);
}

function bodyProblem(body: Record<string, unknown> | null): string | null {
  if (!body) return 'the body is not a JSON object';
  if (!isText(body.type) || !TYPE.test(body.type)) return 'type is not identifiers with dots between them';
  const { timestamp, data } = body;
  const isInstant = isText(timestamp) && INSTANT.test(timestamp) && !Number.isNaN(Date.parse(timestamp));
  if (!isInstant) return 'timestamp is not ISO 8601';
  return asObject(data) ? null : 'data is not an object';
}

function takeMessage(request: ToolRequest, context: TakeContext): Outcome {
  const refuse = (status: number, reason: string): Outcome => ({
    answer: failure(status, reason),
    refused: [{ index: 0, reason }],
  });
  if (request.method !== 'POST')
    return { answer: { ...failure(405, 'only POST'), headers: { allow: 'POST' } } };
  const unproven = headerProblem(request, context);
  if (unproven) return refuse(401, unproven);
  if (mediaTypeOf(request) !== 'application/json')
    return refuse(415, 'the content type is not application/json');
  const body = asObject(parseJson(request.body.toString('utf8')));
  const problem = bodyProblem(body);
  if (problem) return refuse(400, problem);
  const id = headerOf(request, 'webhook-id');
  if (context.refuses(id)) return refuse(400, context.reason ?? 'refused by a fault');
  const { user_id: user, install_id: install } = asObject(body?.data) ?? {};
  const warnings = request.body.length > ADVISED_BYTES ? [`has more than ${ADVISED_BYTES} bytes`] : [];
  const item = { key: id, id, name: String(body?.type), person: String(user ?? install ?? ''), data: body };
  return { answer: { status: 204 }, items: [item], warnings };
}

/** Whether a text can be the secret of an endpoint. */
export const isWebhookSecret = (secret: string): boolean => keyOf(secret) !== null;

/** The receiver of an endpoint, as a customer would write it: by Standard Webhooks. */
export function createWebhookEndpoint(name: string): Tool {
  return {
    name: `webhook-${name}`,
    recognisesRepeats: true,
    credentials: z.strictObject({
      secret: z.string().refine(isWebhookSecret, 'is not whsec_ and 24 to 64 bytes in base64'),
    }),
    endpointOf: () => 'webhook',
    take: takeMessage,
    failure(status, { path }, { reason }) {
      // A sender that follows it is seen at an endpoint of its own.
      if (status >= 300 && status < 400) return { status, headers: { location: `${path}-moved` } };
      return failure(status, reason);
    },
    badCredentials: () => failure(401),
  };
}
