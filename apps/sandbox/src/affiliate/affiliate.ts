import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { asObject, isText, mediaTypeOf, parseJson } from '../receivers/request-content.ts';
import type { Answer, Outcome, TakeContext, Tool, ToolRequest } from '../receivers/tool.ts';

/** An affiliate or coupon network of nobody: postbacks by GET or POST, strict about what it gets. */
const HOST = 'postbacks.affiliate.example';
const STATUSES = ['approved', 'reversed'];
const SIGNATURE = /^v1,[A-Za-z0-9+/]{43}=$/;
/** What is left when nobody filled in a macro. */
const MACRO = /\{\w+\}/;
const AMOUNT = /^-?\d{1,15}(\.\d{1,6})?$/;

const answer = (status: number, body: string): Answer => ({ status, body });
const refuse = (status: number, reason: string): Outcome => ({
  answer: answer(status, `status=0&error=${encodeURIComponent(reason)}`),
  refused: [{ index: 0, reason }],
});

function fieldsOf(request: ToolRequest): Record<string, unknown> | null {
  if (request.method === 'GET') return Object.fromEntries(request.query);
  return mediaTypeOf(request) === 'application/json'
    ? asObject(parseJson(request.body.toString('utf8')))
    : null;
}

function problemOf(fields: Record<string, unknown>): string | null {
  const { event_id: id, event, status, value, currency } = fields;
  if (!isText(id) || id === '') return 'event_id is missing';
  if (!isText(event) || event === '') return 'event is missing';
  if (status !== undefined && !STATUSES.includes(String(status))) return 'status is not known';
  const unfilled = Object.entries(fields).find(([, text]) => isText(text) && MACRO.test(text));
  if (unfilled) return `${unfilled[0]} has a macro that was not filled in`;
  if (value === undefined || value === '') return null;
  if (!AMOUNT.test(String(value))) return 'value is not an amount';
  return isText(currency) && /^[A-Z]{3}$/.test(currency) ? null : 'currency is missing';
}

/** The body of a POST is checked with the secret; of a GET only that there is a signature, since proxies rewrite URLs. */
function isSigned({ headers, body, method }: ToolRequest, { accepted }: TakeContext): boolean {
  if (accepted === null) return true;
  const signature = String(headers['webhook-signature'] ?? '');
  if (!SIGNATURE.test(signature)) return false;
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body.toString('utf8')}`;
  return method === 'GET' || accepted.some(({ secret = '' }) => sign(secret, signed) === signature);
}

const sign = (secret: string, text: string): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
};

function take(request: ToolRequest, context: TakeContext): Outcome {
  if (request.method !== 'GET' && request.method !== 'POST') return refuse(405, 'only GET and POST');
  if (!isSigned(request, context)) return refuse(401, 'the signature is not valid');
  const fields = fieldsOf(request);
  const problem = fields ? problemOf(fields) : 'the body is not a JSON object';
  if (!fields || problem) return refuse(400, problem ?? '');
  const id = String(fields.event_id);
  if (context.refuses(id)) return refuse(400, context.reason ?? 'unknown click');
  const person = String(fields.click_id ?? '');
  const item = { key: id, id, name: String(fields.event), person, data: fields };
  return { answer: answer(200, 'status=1'), items: [item] };
}

const Redemption = z.object({
  secret: z.string().startsWith('whsec_'),
  call: z.record(z.string(), z.unknown()),
});

/** A call as a coupon network would post it, with its signature: headers and body, ready to be sent. */
function signCall(given: unknown, now: Date): Answer {
  const parsed = Redemption.safeParse(given);
  if (!parsed.success) return { status: 400, body: { error: 'secret and call are required' } };
  const { secret, call } = parsed.data;
  const body = JSON.stringify({ event_id: randomUUID(), occurred_at: now.toISOString(), ...call });
  const [id, time] = [`msg_${randomUUID()}`, String(Math.floor(now.getTime() / 1000))];
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': sign(secret, `${id}.${time}.${body}`),
  };
  return { status: 200, body: { headers, body } };
}

export const affiliateNetwork: Tool = {
  name: 'affiliate',
  recognisesRepeats: true,
  credentials: z.strictObject({ secret: z.string().startsWith('whsec_') }),
  endpointOf: (host, path) => (host === HOST && path === '/postback' ? 'postback' : null),
  take,
  failure: (status, _request, { reason }) => answer(status, `status=0&error=${reason ?? status}`),
  badCredentials: () => answer(401, 'status=0'),
  actions: { 'sign-call': signCall },
};
