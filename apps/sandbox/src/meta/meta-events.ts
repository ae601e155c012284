import { asObject, isText, type JsonObject, mediaTypeOf, parseJson } from '../receivers/request-content.ts';
import type { Item, Outcome, TakeContext, ToolRequest } from '../receivers/tool.ts';
import { eventProblem } from './event-problem.ts';
import type { Dataset } from './meta.data.ts';
import { graphError, invalid, traceOf } from './meta-error.ts';
import { type FieldProblem, userDataWarnings } from './user-data-problem.ts';

const MOST_EVENTS = 1000;
const INSTALLS = new Set(['MobileAppInstall', 'MOBILE_APP_INSTALL']);
/** Of an install Meta keeps one in so many days, whatever its event_id is. */
const INSTALL_DAYS = 90;
const TEST_CODE = /^TEST\d+$/;

/** The body, which may also be a form with the events as JSON. */
function bodyOf(request: ToolRequest): JsonObject | null {
  const text = request.body.toString('utf8');
  const type = mediaTypeOf(request);
  if (type === 'application/json') return asObject(parseJson(text));
  if (type !== 'application/x-www-form-urlencoded') return null;
  const form: JsonObject = Object.fromEntries(new URLSearchParams(text));
  return { ...form, data: isText(form.data) ? parseJson(form.data) : form.data };
}

function personOf(user: JsonObject): string {
  const first = (value: unknown) => (Array.isArray(value) ? value[0] : value);
  const keys = ['external_id', 'em', 'ph', 'madid', 'anon_id', 'fbc', 'fbp', 'client_ip_address'];
  return String(keys.map((key) => first(user[key])).find(isText) ?? 'unknown');
}

function itemOf(event: JsonObject, { dataset, index }: { dataset: Dataset; index: number }): Item {
  const { event_name: name, event_id: id } = event;
  const user = asObject(event.user_data) ?? {};
  const item = { id: isText(id) ? id : null, name: String(name), person: personOf(user), data: event };
  const device = [user.madid, user.anon_id].find(isText);
  if (INSTALLS.has(item.name) && device !== undefined) {
    return { ...item, key: JSON.stringify([dataset.id, 'install', device]), recognisedDays: INSTALL_DAYS };
  }
  // Without an event_id nothing is recognised: the position keeps the events of a request distinct.
  return { ...item, key: JSON.stringify([dataset.id, name, item.id ?? [index, event]]) };
}

function refuseAll(index: number, { field, message, subcode, title }: FieldProblem): Outcome {
  const path = field
    .split('.')
    .filter((part) => part !== '')
    .map((part) => `['${part}']`)
    .join('');
  const reason = `Param data[${index}]${path} ${message}`;
  const answer = graphError({
    message: subcode === undefined ? `(#100) ${reason}` : 'Invalid parameter',
    code: 100,
    title: title ?? 'Invalid parameter',
    userMessage: reason,
    ...(subcode === undefined ? {} : { subcode }),
  });
  return { answer, refused: [{ index, reason }] };
}

function bodyProblem(body: JsonObject | null): string | null {
  if (!body) return 'Param data is required';
  const { data, test_event_code: testCode, partner_agent: agent } = body;
  if (!Array.isArray(data) || data.length === 0) return 'Param data must be a list that is not empty';
  if (data.length > MOST_EVENTS) return `Param data must have at most ${MOST_EVENTS} events`;
  if (testCode !== undefined && !isText(testCode)) return 'Param test_event_code must be a text';
  return agent === undefined || isText(agent) ? null : 'Param partner_agent must be a text';
}

function warningsOf(body: JsonObject, events: JsonObject[]): string[] {
  const { test_event_code: testCode } = body;
  const isOdd = isText(testCode) && !TEST_CODE.test(testCode);
  const ofEvents = events.flatMap((event) =>
    userDataWarnings(asObject(event.user_data) ?? {}, event.action_source),
  );
  return [...(isOdd ? ['test_event_code is not of the form TEST12345'] : []), ...new Set(ofEvents)];
}

/** Events of the Conversions API: all are taken, or none. */
export function takeEvents(request: ToolRequest, dataset: Dataset, context: TakeContext): Outcome {
  const body = bodyOf(request);
  const wrong = bodyProblem(body);
  if (!body || wrong) return { answer: invalid(wrong ?? 'Param data is required') };
  const events = body.data as unknown[];
  for (const [index, event] of events.entries()) {
    const found = eventProblem(event, { dataset, now: context.now });
    if (found) return refuseAll(index, found);
  }
  const objects = events.map((event) => asObject(event) ?? {});
  const items = objects.map((event, index) => itemOf(event, { dataset, index }));
  const refused = items.findIndex(({ key }) => context.refuses(key));
  if (refused >= 0) {
    return refuseAll(refused, { field: 'user_data', message: context.reason ?? 'was refused by a fault' });
  }
  const trace = traceOf(`${context.now.toISOString()}/${request.body.toString('utf8')}`);
  return {
    answer: { status: 200, body: { events_received: items.length, messages: [], fbtrace_id: trace } },
    items,
    warnings: warningsOf(body, objects),
  };
}
