import { may } from '@trailmark/contract/permissions';
import { isForMachines, type Route } from '@trailmark/contract/route';
import { ROUTES } from '@trailmark/contract/routes';
import { z } from 'zod';
import { contractRouteOf } from './access-walk.ts';
import { watchLive } from './live-stream.ts';
import type { TestServer } from './test-server.ts';

type Fields = Record<string, unknown>;

/** What a field of any request may hold; a field that is not here fails the walk. */
export type FieldValues = Record<string, unknown[]>;

interface Field {
  name: string;
  isRequired: boolean;
  values: unknown[];
}

export interface WalkedAnswer {
  route: string;
  request: string;
  status: number;
  text: string;
}

interface JsonField {
  enum?: unknown[];
  type?: unknown;
  format?: string;
}

/** These go along with every request that takes them: without them a report has no numbers. */
const ALWAYS = ['columns', 'metrics'];

function fieldsOf(route: Route, values: FieldValues): Field[] {
  return [route.params, route.query, route.body].flatMap((part) => {
    const json = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' });
    const properties = (json.properties ?? {}) as Record<string, JsonField>;
    return Object.entries(properties).map(([name, field]) => {
      const known = values[name] ?? field.enum;
      if (!known) throw new Error(`${route.method} ${route.path}: nothing is known to put into ${name}.`);
      return { name, isRequired: json.required?.includes(name) ?? false, values: known };
    });
  });
}

/** What is needed, then the same with every value of every field in turn. */
function requestsTo(route: Route, values: FieldValues): Fields[] {
  const fields = fieldsOf(route, values);
  const base = Object.fromEntries(
    fields
      .filter(({ name, isRequired }) => isRequired || ALWAYS.includes(name))
      .map((field) => [field.name, field.values[0]]),
  );
  const varied = fields.flatMap(({ name, values: all }) => all.map((value) => ({ ...base, [name]: value })));
  return [...new Map([base, ...varied].map((one) => [JSON.stringify(one), one])).values()];
}

function addressOf(route: Route, fields: Fields): { url: string; body: string | null } {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => String(fields[name]));
  if (route.method !== 'GET') return { url: `/api${path}`, body: JSON.stringify(fields) };
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  return { url: `/api${path}?${new URLSearchParams(pairs)}`, body: null };
}

export async function ask(
  server: TestServer,
  token: string,
  { route, fields }: { route: Route; fields: Fields },
) {
  const { url, body } = addressOf(route, fields);
  const response = await fetch(server.url + url, {
    method: route.method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    body,
  });
  // Whatever it is, it is looked at byte by byte; only the number of the request differs each time.
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString('utf8').replace(/"request_id":"[^"]*"/, '');
  return { status: response.status, text };
}

/** What a stream begins with. */
async function listenTo(
  server: TestServer,
  token: string,
  fields: Fields,
  isComplete: (text: string) => boolean,
) {
  const query = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  const stream = await watchLive(server.url, token, query);
  const end = Date.now() + 2000;
  // A stream that shows nothing to this reader has no end to wait for.
  while (!isComplete(stream.text()) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  stream.leave();
  await stream.ended;
  return { status: stream.status, text: stream.text() };
}

/** Changes something although everyone who sees reports may ask for it; tested with its feature. */
const CHANGING = ['/project/scheduled-reports/send'];

/** Reading calls: every GET that is mounted, and what reports are asked by POST. What can be deleted is created by one. */
function isReading({ method, path, access }: Route): boolean {
  if (isForMachines(access)) return false;
  if (method === 'GET') return true;
  const isChanging = CHANGING.includes(path);
  const isCreating = ROUTES.some((other) => other.method === 'DELETE' && other.path === path);
  if (method !== 'POST' || isChanging || isCreating) return false;
  return access.kind === 'project' && access.permission === 'reports.see';
}

/** Whether a guest is to get answers from a route at all. */
export function isForGuests({ access }: Route): boolean {
  return access.kind === 'project' && may('guest', access.permission);
}

export function mountedReadingRoutes(server: TestServer): Route[] {
  return server.app.mountedRoutes.flatMap((mounted) => {
    const route = contractRouteOf(mounted);
    return route && isReading(route) ? [route] : [];
  });
}

/** Free text in the bodies of changes that a share for editing lets a guest make. */
export function mountedNamingFields(server: TestServer): { route: Route; field: string }[] {
  return server.app.mountedRoutes.flatMap((mounted) => {
    const route = contractRouteOf(mounted);
    if (route?.access.kind !== 'project' || route.access.orShared === undefined) return [];
    const json = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' });
    const properties = Object.entries((json.properties ?? {}) as Record<string, JsonField>);
    const texts = properties.filter(
      ([, { type, format }]) => (type === undefined || type === 'string') && format !== 'uuid',
    );
    return texts.map(([field]) => ({ route, field }));
  });
}

/** Requests that are under way at the same time. */
const AT_ONCE = 4;

interface Walk {
  values: FieldValues;
  firstItem: string;
  /** A route is asked nothing more after such an answer. */
  isEnough?(answer: WalkedAnswer): boolean;
}

/** Asks every mounted reading call for everything it can be asked for; the answers come in the same order each time. */
export async function walkReading(
  server: TestServer,
  token: string,
  { values, firstItem, isEnough = () => false }: Walk,
): Promise<WalkedAnswer[]> {
  const answer = async (route: Route, fields: Fields): Promise<WalkedAnswer> => {
    const got =
      route.answers === 'events'
        ? await listenTo(server, token, fields, (text) => text.includes(firstItem))
        : await ask(server, token, { route, fields });
    return { route: `${route.method} ${route.path}`, request: JSON.stringify(fields), ...got };
  };
  const answersOf = async (route: Route): Promise<WalkedAnswer[]> => {
    const requests = requestsTo(route, values);
    const answers: WalkedAnswer[] = [];
    for (let at = 0; at < requests.length && !answers.some(isEnough); at += AT_ONCE) {
      const group = requests.slice(at, at + AT_ONCE);
      answers.push(...(await Promise.all(group.map((fields) => answer(route, fields)))));
    }
    return answers;
  };
  const walked: WalkedAnswer[] = [];
  for (const route of mountedReadingRoutes(server)) walked.push(...(await answersOf(route)));
  return walked;
}
