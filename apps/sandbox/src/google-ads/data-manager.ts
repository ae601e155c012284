import { asObject, isText, type JsonObject, mediaTypeOf, parseJson } from '../receivers/request-content.ts';
import type { Answer, Item, Outcome, TakeContext, ToolRequest } from '../receivers/tool.ts';
import { googleError, ingestError } from './google-error.ts';
import { type GoogleState, hashOf } from './google-state.ts';
import { consentProblem, destinationProblem, type IngestProblem, ingestProblem } from './ingest-problem.ts';

const MOST_EVENTS = 2000;

function requestProblem(body: JsonObject, now: Date): (IngestProblem & { index: number }) | null {
  const { destinations, events, encoding, consent, validateOnly } = body;
  const of = (reason: string, field: string, message: string) => ({ reason, field, message, index: 0 });
  if (!Array.isArray(destinations) || destinations.length === 0) {
    return of('INVALID_ARGUMENT', 'destinations', 'must not be empty');
  }
  if (!Array.isArray(events) || events.length === 0)
    return of('INVALID_ARGUMENT', 'events', 'must not be empty');
  if (events.length > MOST_EVENTS) return of('TOO_MANY_EVENTS', 'events', `must be at most ${MOST_EVENTS}`);
  if (validateOnly !== undefined && typeof validateOnly !== 'boolean') {
    return of('INVALID_ARGUMENT', 'validateOnly', 'must be true or false');
  }
  const refused = consentProblem(consent, '');
  if (refused) return { ...refused, index: 0 };
  for (const [index, destination] of destinations.entries()) {
    const found = destinationProblem(destination, index);
    if (found) return { ...found, index: 0 };
  }
  for (const [index, event] of events.entries()) {
    const found = ingestProblem(event, { index, encoding, now });
    if (found) return { ...found, index };
  }
  return null;
}

function itemOf(event: JsonObject, { destinations, index }: { destinations: unknown; index: number }): Item {
  const id = isText(event.transactionId) ? event.transactionId : null;
  const ad = asObject(event.adIdentifiers) ?? {};
  const person = [ad.gclid, ad.gbraid, ad.wbraid, ad.mobileDeviceId].find(isText) ?? 'a person by user data';
  const name = `conversion ${String(event.eventSource ?? '')}`.trim();
  return { key: JSON.stringify([destinations, id ?? [index, event]]), id, name, person, data: event };
}

/** events:ingest: all events are taken, or none; what happens to them later is read by the id of the request. */
export function ingest(request: ToolRequest, state: GoogleState, context: TakeContext): Outcome {
  if (request.method !== 'POST') return { answer: googleError(404, 'Not found') };
  const body = asObject(parseJson(request.body.toString('utf8')));
  if (mediaTypeOf(request) !== 'application/json' || !body) {
    return { answer: googleError(400, 'Invalid JSON payload received.') };
  }
  const wrong = requestProblem(body, context.now);
  if (wrong) {
    const { reason, field, message, index } = wrong;
    return {
      answer: ingestError(reason, field, message),
      refused: [{ index, reason: `${field} ${message}` }],
    };
  }
  const destinations = body.destinations as unknown[];
  const events = (body.events as unknown[]).map((event) => asObject(event) ?? {});
  const items = events.map((event, index) => itemOf(event, { destinations, index }));
  const refused = items.findIndex(({ key }) => context.refuses(key));
  if (refused >= 0) {
    const reason = context.reason ?? 'INVALID_ARGUMENT';
    const answer = ingestError(reason, `events[${refused}]`, 'Refused by a fault');
    return { answer, refused: [{ index: refused, reason }] };
  }
  const requestId = hashOf(`${state.ingested.size}/${request.body.toString('utf8')}`).slice(0, 32);
  if (body.validateOnly === true) return { answer: { status: 200, body: { requestId } } };
  const named = items.filter(({ id }) => id !== null).map(({ key }) => key);
  const duplicates = named.filter((key) => state.transactions.has(key)).length;
  for (const key of named) state.transactions.add(key);
  state.ingested.set(requestId, { destinations, recordCount: items.length, duplicates });
  return { answer: { status: 200, body: { requestId } }, items };
}

/** requestStatus:retrieve: what became of a request, by destination. */
export function requestStatus({ query, method }: ToolRequest, state: GoogleState): Answer {
  const found = state.ingested.get(query.get('requestId') ?? '');
  if (method !== 'GET' || !found) return googleError(404, 'The request does not exist.');
  const { destinations, recordCount, duplicates } = found;
  const counts = [
    { recordCount: String(duplicates), reason: 'PROCESSING_ERROR_REASON_DUPLICATE_TRANSACTION_ID' },
  ];
  const errors = duplicates === 0 ? {} : { errorInfo: { errorCounts: counts } };
  const statusOf = () =>
    duplicates === 0 ? 'SUCCESS' : duplicates === recordCount ? 'FAILED' : 'PARTIAL_SUCCESS';
  const requestStatusPerDestination = destinations.map((destination) => ({
    destination,
    requestStatus: statusOf(),
    ...errors,
    eventsIngestionStatus: { recordCount: String(recordCount) },
  }));
  return { status: 200, body: { requestStatusPerDestination } };
}
