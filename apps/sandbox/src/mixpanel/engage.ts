import { asObject, isAccepted, isText, mediaTypeOf, parseJson } from '../receivers/request-content.ts';
import type { Outcome, Profile, TakeContext, ToolRequest } from '../receivers/tool.ts';

const MOST_UPDATES = 2000;
const MOST_BYTES = 10_000_000;
const OPERATIONS = ['$set', '$set_once', '$add', '$union', '$append', '$remove', '$unset', '$delete'];

/** What is wrong with an update of a profile; null where nothing is. */
function updateProblem(value: unknown): string | null {
  const update = asObject(value);
  if (!update) return 'data must be objects';
  if (!isText(update.$token)) return '$token, missing or empty';
  if (!isText(update.$distinct_id)) return '$distinct_id, missing or empty';
  const operations = OPERATIONS.filter((name) => name in update);
  const [operation] = operations;
  if (operations.length !== 1 || operation === undefined) return 'data must have exactly one operation';
  const argument = update[operation];
  if (operation === '$delete') return null;
  if (operation === '$unset') return Array.isArray(argument) ? null : '$unset must be a list';
  return asObject(argument) ? null : `${operation} must be an object`;
}

function profileOf(value: unknown): Profile {
  const { $distinct_id: id, $set, $set_once: once } = asObject(value) ?? {};
  return { id: String(id), set: { ...asObject(once), ...asObject($set) } };
}

function answer(request: ToolRequest, error: string | null): Outcome['answer'] {
  const status = error === null ? 1 : 0;
  if (request.query.get('verbose') !== '1') return { status: 200, body: String(status) };
  return { status: 200, body: { status, error } };
}

function problemOf(request: ToolRequest, { refuses, reason }: TakeContext): string | null {
  if (mediaTypeOf(request) !== 'application/json') return 'Content-Type must be application/json';
  const updates = parseJson(request.body.toString('utf8'));
  if (!Array.isArray(updates) || updates.length === 0) return 'data, missing or empty';
  if (updates.length > MOST_UPDATES) return `data must be at most ${MOST_UPDATES} updates`;
  const problem = updates.map(updateProblem).find((found) => found !== null);
  if (problem) return problem;
  return updates.some((update) => refuses(JSON.stringify(update)))
    ? (reason ?? 'some data was refused')
    : null;
}

/** Updates of profiles, all or none. https://docs.mixpanel.com/reference/profile-set */
export function engage(request: ToolRequest, context: TakeContext): Outcome {
  if (request.body.length > MOST_BYTES) return { answer: { status: 413, body: 'request too large' } };
  const error = problemOf(request, context);
  if (error) return { answer: answer(request, error), refused: [{ index: 0, reason: error }] };
  const updates = parseJson(request.body.toString('utf8')) as { $token: string }[];
  const areAccepted = updates.every(({ $token: token }) =>
    isAccepted({ token }, context.accepted, request.host),
  );
  if (!areAccepted) {
    return { answer: { status: 401, body: { status: 'error', error: 'Invalid credentials' } } };
  }
  return { answer: answer(request, null), profiles: updates.map(profileOf) };
}
