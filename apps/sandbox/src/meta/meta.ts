import { z } from 'zod';
import { changeCost, expireToken, revokePermission } from '../ad-accounts/network-actions.ts';
import { isAccepted } from '../receivers/request-content.ts';
import type { Answer, Outcome, TakeContext, Tool, ToolRequest } from '../receivers/tool.ts';
import { META_ACCOUNTS, META_SCOPES, META_USER_ID } from './meta.data.ts';
import { adAccounts, adsPixels, findDataset, linkedDataset, readDataset } from './meta-accounts.ts';
import {
  graphError,
  graphFailure,
  invalidToken,
  noPermission,
  noSuchObject,
  unknownPath,
} from './meta-error.ts';
import { takeEvents } from './meta-events.ts';
import { debugToken, dialog, exchange, permissions } from './meta-oauth.ts';
import { findRun, insights, reportRows, reportStatus } from './meta-reports.ts';
import { type Caller, callerOf, createMetaState, lacksScope, type MetaState } from './meta-state.ts';

const HOST = 'graph.facebook.com';
const DIALOG_HOST = 'www.facebook.com';
/** Versions that can be called in November 2026. */
const VERSION = /^\/v2[1-6]\.0(?=\/)/;
/** Meta recognises the same event_name and event_id for 48 hours. */
const RECOGNISED_DAYS = 2;
const GET_ONLY = new Set(['permissions', 'adaccounts', 'adspixels', 'linked_dataset', 'debug_token', 'me']);

/** The parts of a path after its version: a node, and one of its edges. */
function partsOf(path: string): [node: string, edge: string | null] {
  const [node = '', ...rest] = path.replace(VERSION, '').split('/').filter(Boolean);
  return [node, rest.length === 0 ? null : rest.join('/')];
}

function endpointOf(path: string): string {
  if (!VERSION.test(path)) return 'unknown';
  const [node, edge] = partsOf(path);
  if (node === 'oauth' && edge === 'access_token') return 'access_token';
  if (edge === null) return ['debug_token', 'me'].includes(node) ? node : 'node';
  const isOfMe = edge === 'adaccounts' || edge === 'permissions';
  if (isOfMe) return node === 'me' ? edge : 'unknown';
  return ['insights', 'events', 'adspixels', 'linked_dataset'].includes(edge) ? edge : 'unknown';
}

interface MetaCall {
  state: MetaState;
  caller: Caller;
  context: TakeContext;
}

function withDataset(request: ToolRequest, { caller, context }: MetaCall): Outcome {
  const [id] = partsOf(request.path);
  const dataset = findDataset(id);
  if (!dataset) return { answer: noSuchObject(id, request.method.toLowerCase()) };
  const presented = { access_token: caller.token, dataset_id: id };
  const isOwn = caller.kind === 'capi' && isAccepted(presented, context.accepted, request.host);
  const mayWrite = isOwn || lacksScope(caller, 'ads_management') === null;
  if (context.endpoint === 'events') {
    return mayWrite ? takeEvents(request, dataset, context) : { answer: noPermission('ads_management') };
  }
  const mayRead = mayWrite || lacksScope(caller, 'ads_read') === null;
  return { answer: mayRead ? readDataset(request, dataset) : noSuchObject(id) };
}

function readNode(request: ToolRequest, call: MetaCall): Outcome {
  const [id] = partsOf(request.path);
  const run = findRun(id, { state: call.state, now: call.context.now });
  return run ? { answer: reportStatus(run) } : withDataset(request, call);
}

function answerInsights(request: ToolRequest, { state, caller, context: { now } }: MetaCall): Answer {
  const [id] = partsOf(request.path);
  const run = findRun(id, { state, now });
  return run
    ? reportRows(request, run, { state, caller, now })
    : insights(request, id, { state, caller, now });
}

/** The calls that need a token. */
function takeCall(request: ToolRequest, call: MetaCall): Outcome {
  const { state, caller, context } = call;
  const [node] = partsOf(request.path);
  switch (context.endpoint) {
    case 'me':
      return { answer: { status: 200, body: { id: META_USER_ID, name: 'Dana Iyer' } } };
    case 'permissions':
      return { answer: permissions(caller) };
    case 'adaccounts':
      return { answer: adAccounts(request, { state, caller, now: context.now }) };
    case 'adspixels':
      return { answer: adsPixels(request, node, caller) };
    case 'linked_dataset':
      return { answer: linkedDataset(request, node) };
    case 'insights':
      return { answer: answerInsights(request, call) };
    case 'events':
      return withDataset(request, call);
    default:
      return readNode(request, call);
  }
}

function methodProblem({ method }: ToolRequest, endpoint: string): Answer | null {
  const isAllowed =
    method === 'GET'
      ? endpoint !== 'events'
      : method === 'POST' && !GET_ONLY.has(endpoint) && endpoint !== 'node';
  if (isAllowed) return null;
  const message = `Unsupported ${method.toLowerCase()} request.`;
  return graphError({ message, code: 100, type: 'GraphMethodException' });
}

function take(request: ToolRequest, state: MetaState, context: TakeContext): Outcome {
  const { endpoint, now } = context;
  if (endpoint === 'dialog') return { answer: dialog(request, state, now) };
  if (endpoint === 'unknown') return { answer: unknownPath(request.path) };
  const wrongMethod = methodProblem(request, endpoint);
  if (wrongMethod) return { answer: wrongMethod };
  if (endpoint === 'access_token') return { answer: exchange(request, state, now) };
  if (endpoint === 'debug_token') return { answer: debugToken(request, state, now) };
  const isOfDataset = endpoint === 'events' || endpoint === 'node';
  const caller = callerOf(request, state, context);
  if ('answer' in caller) return caller;
  // A token of the Conversions API opens its dataset and nothing else.
  if (caller.kind === 'capi' && !isOfDataset) return { answer: invalidToken() };
  return takeCall(request, { state, caller, context });
}

/** A stand-in for Meta's sign-in, Marketing API and Conversions API. */
export function createMeta(): Tool {
  const state = createMetaState();
  return {
    name: 'meta',
    recognisesRepeats: RECOGNISED_DAYS,
    credentials: z.strictObject({
      access_token: z.string().min(1),
      dataset_id: z.string().optional(),
    }) as Tool['credentials'],
    endpointOf(host, path) {
      if (host === DIALOG_HOST) return /^\/v2[1-6]\.0\/dialog\/oauth\/?$/.test(path) ? 'dialog' : null;
      return host === HOST ? endpointOf(path) : null;
    },
    take: (request, context) => take(request, state, context),
    failure: (status, _request, { reason }) => graphFailure(status, reason),
    badCredentials: () => invalidToken(),
    actions: {
      'expire-token': expireToken(state.tokens),
      'revoke-permission': revokePermission(state.tokens, META_SCOPES),
      'change-cost': changeCost(META_ACCOUNTS, state.numbers),
      'fail-next-report': () => {
        state.failsNextReport = true;
        return undefined;
      },
    },
    forget: state.forget,
  };
}
