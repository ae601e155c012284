import { z } from 'zod';
import { asObject, isAccepted, isText, mediaTypeOf, parseJson } from '../receivers/request-content.ts';
import type { Answer, Outcome, TakeContext, Tool, ToolRequest } from '../receivers/tool.ts';

const HOST = 'hooks.slack.com';
const PATH = /^\/services\/T\w+\/B\w+\/\w+$/;
/** https://docs.slack.dev/reference/methods/chat.postMessage#truncating */
const MOST_CHARACTERS = 40_000;
/** https://docs.slack.dev/reference/block-kit/blocks */
const MOST_BLOCKS = 50;

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors */
const ERRORS: Record<number, string> = {
  400: 'invalid_payload',
  403: 'action_prohibited',
  404: 'no_service',
  410: 'channel_is_archived',
  429: 'rate_limited',
  500: 'rollup_error',
};

const answer = (status: number, body: string): Answer => ({ status, body });
const refuse = (status: number, error: string): Outcome => ({
  answer: answer(status, error),
  refused: [{ index: 0, reason: error }],
});

function payloadOf(request: ToolRequest): unknown {
  const text = request.body.toString('utf8');
  if (mediaTypeOf(request) === 'application/json') return parseJson(text);
  return parseJson(new URLSearchParams(text).get('payload') ?? '');
}

function isBlocks(blocks: unknown): boolean {
  if (!Array.isArray(blocks) || blocks.length > MOST_BLOCKS) return false;
  return blocks.every((block) => isText(asObject(block)?.type));
}

function takeMessage(request: ToolRequest, { accepted, refuses, reason }: TakeContext): Outcome {
  if (request.method !== 'POST') return refuse(400, 'invalid_payload');
  if (!PATH.test(request.path) || !isAccepted({ path: request.path }, accepted, request.host)) {
    return refuse(404, 'no_service');
  }
  const payload = asObject(payloadOf(request));
  if (!payload) return refuse(400, 'invalid_payload');
  const { text, blocks } = payload;
  if (text !== undefined && typeof text !== 'string') return refuse(400, 'invalid_payload');
  if (blocks !== undefined && !isBlocks(blocks)) return refuse(400, 'invalid_blocks');
  if (!isText(text) && blocks === undefined) return refuse(400, 'no_text');
  if ((text?.length ?? 0) > MOST_CHARACTERS) return refuse(400, 'msg_too_long');
  const key = JSON.stringify([request.path, payload]);
  if (refuses(key)) return refuse(400, reason ?? 'invalid_payload');
  const item = { key, id: null, name: text ?? 'blocks', person: request.path, data: payload };
  return { answer: answer(200, 'ok'), items: [item] };
}

/** A stand-in for Slack's incoming webhooks. */
export const slack: Tool = {
  name: 'slack',
  recognisesRepeats: false,
  credentials: z.strictObject({ path: z.string().regex(PATH) }),
  endpointOf: (host, path) => (host === HOST && path.startsWith('/services/') ? 'services' : null),
  take: takeMessage,
  failure(status, _request, { reason }) {
    const error = ERRORS[status];
    return error ? answer(status, reason ?? error) : null;
  },
  badCredentials: () => answer(404, 'no_service'),
};
