import { asObject, isText, type JsonObject, mediaTypeOf, parseJson } from '../receivers/request-content.ts';
import type { Answer, Item, ItemProblem, Outcome, TakeContext, ToolRequest } from '../receivers/tool.ts';
import { type EventSource, eventProblem } from './event-problem.ts';
import { TIKTOK_APPS, TIKTOK_PIXELS } from './tiktok.data.ts';
import { answerWith, CODES, invalid, noPermission, ok } from './tiktok-answer.ts';

const MOST_EVENTS = 1000;
const MOST_BYTES = 1_000_000;
/** Names are case-sensitive; another spelling is a custom event, which cannot be optimised for. */
const STANDARD_EVENTS: Record<EventSource, string[]> = {
  web: [
    ...['AddPaymentInfo', 'AddToCart', 'AddToWishlist', 'ClickButton', 'CompletePayment', 'Contact'],
    ...['CompleteRegistration', 'Download', 'InitiateCheckout', 'PlaceAnOrder', 'PageView', 'Search'],
    ...['SubmitForm', 'Subscribe', 'ViewContent', 'Purchase', 'Lead', 'Schedule', 'StartTrial'],
    ...['CustomizeProduct', 'FindLocation', 'ApplicationApproval', 'SubmitApplication'],
  ],
  app: [
    ...['AchieveLevel', 'AddPaymentInfo', 'AddToCart', 'AddToWishlist', 'Checkout', 'CompleteTutorial'],
    ...['CreateGroup', 'CreateRole', 'GenerateLead', 'InAppADClick', 'InAppADImpr', 'InstallApp'],
    ...['JoinGroup', 'LaunchAPP', 'LoanApplication', 'LoanApproval', 'LoanDisbursal', 'Login', 'Purchase'],
    ...['Rate', 'Registration', 'Search', 'SpendCredits', 'StartTrial', 'Subscribe', 'UnlockAchievement'],
    'ViewContent',
  ],
};

function sourceIdProblem(source: EventSource, id: string): Answer | null {
  if (source === 'app') {
    return TIKTOK_APPS.some((app) => app.app_id === id)
      ? null
      : answerWith(CODES.missingObject, { message: `The app ${id} does not exist` });
  }
  const pixel = TIKTOK_PIXELS.find((candidate) => candidate.pixel_code === id);
  if (!pixel) return answerWith(CODES.missingObject, { message: `The pixel ${id} does not exist` });
  return pixel.relation === 'UNBOUND' ? noPermission(`No permission to operate pixel ${id}`) : null;
}

function bodyProblem(request: ToolRequest, body: JsonObject | null): Answer | null {
  if (mediaTypeOf(request) !== 'application/json') return invalid('Content-Type must be application/json');
  if (request.body.length > MOST_BYTES) return invalid('The request must be smaller than 1 MB');
  if (!body) return invalid('The body must be JSON');
  const { event_source: source, event_source_id: id, data, test_event_code: testCode } = body;
  if (source !== 'web' && source !== 'app') return invalid('event_source: must be web or app');
  if (!isText(id)) return invalid('event_source_id: Missing data for required field.');
  if (!Array.isArray(data)) return invalid('data: Missing data for required field.');
  if (data.length > MOST_EVENTS) return invalid(`data: must have at most ${MOST_EVENTS} events`);
  if (testCode !== undefined && !isText(testCode)) return invalid('test_event_code: must be a text');
  if (body.partner_name !== undefined && !isText(body.partner_name)) {
    return invalid('partner_name: must be a text');
  }
  return sourceIdProblem(source, id);
}

function personOf(user: JsonObject): string {
  const first = (value: unknown) => (Array.isArray(value) ? value[0] : value);
  const keys = ['external_id', 'email', 'phone', 'gaid', 'idfa', 'idfv', 'ttclid', 'ttp', 'ip'];
  return String(keys.map((key) => first(user[key])).find(isText) ?? 'unknown');
}

function itemOf(event: JsonObject, { sourceId, index }: { sourceId: unknown; index: number }): Item {
  const id = isText(event.event_id) ? event.event_id : null;
  return {
    // Without an event_id nothing is recognised: the position keeps the events of a request distinct.
    key: JSON.stringify([sourceId, event.event, id ?? [index, event]]),
    id,
    name: String(event.event),
    person: personOf(asObject(event.user) ?? {}),
    data: event,
  };
}

function warningsOf(events: JsonObject[], source: EventSource): string[] {
  const standard = STANDARD_EVENTS[source];
  const warnings = events.flatMap((event) => {
    const name = String(event.event);
    const meant = standard.find((known) => known !== name && known.toLowerCase() === name.toLowerCase());
    const clickId = asObject(event.user)?.ttclid;
    return [
      ...(meant !== undefined && !standard.includes(name) ? [`${name} is not ${meant}`] : []),
      ...(event.event_id === undefined ? ['an event has no event_id'] : []),
      ...(isText(clickId) && !clickId.startsWith('E.C.P.') ? ['ttclid does not begin with E.C.P.'] : []),
    ];
  });
  return [...new Set(warnings)];
}

function answerOf(taken: number, failed: ItemProblem[]): Answer {
  if (failed.length === 0) return ok({});
  const events = failed.map(({ index, reason }) => ({
    order_in_batch: index,
    error_code: CODES.invalid,
    error: reason,
  }));
  const code = taken === 0 ? CODES.invalid : CODES.partial;
  const first = failed[0] ? `data.${failed[0].index}.${failed[0].reason}` : '';
  return answerWith(code, { ...(taken === 0 ? { message: first } : {}), data: { failed_events: events } });
}

/** Events API 2.0: the valid events are taken whatever the others are. No events prove the token. */
export function takeEvents(request: ToolRequest, context: TakeContext): Outcome {
  const body = asObject(parseJson(request.body.toString('utf8')));
  const wrong = bodyProblem(request, body);
  if (wrong || !body) return { answer: wrong ?? invalid('The body must be JSON') };
  const source = body.event_source as EventSource;
  const items: Item[] = [];
  const failed: ItemProblem[] = [];
  for (const [index, event] of (body.data as unknown[]).entries()) {
    const found = eventProblem(event, { source, now: context.now });
    const item = found ? null : itemOf(asObject(event) ?? {}, { sourceId: body.event_source_id, index });
    if (item && !context.refuses(item.key)) items.push(item);
    else failed.push({ index, reason: found ?? context.reason ?? 'event: refused by a fault' });
  }
  const taken = items.map(({ data }) => asObject(data) ?? {});
  return {
    answer: answerOf(items.length, failed),
    items,
    refused: failed,
    warnings: warningsOf(taken, source),
  };
}
