import type { Refusal } from '@trailmark/contract/errors';
import { may, ROLES, type Role } from '@trailmark/contract/permissions';
import { deleteProject } from '@trailmark/contract/projects';
import { isForMachines, type Route } from '@trailmark/contract/route';
import { ROUTES } from '@trailmark/contract/routes';
import { z } from 'zod';
import type { MountedRoute } from '../http/mounted-routes.ts';
import { freshIp } from './browser.ts';
import { buildCampaign, buildMember, buildPerson, buildProject, type TestPerson } from './build.ts';
import type { TestServer } from './test-server.ts';

/** The few routes that are no calls of the contract, each with the word that its access rule must be. */
const OUTSIDE: [access: string, url: RegExp][] = [
  ['health', /^\/(healthz|readyz)$/],
  ['proxy', /^\/ingest\/(track|engage|groups|record|flags)\/?$/],
  ['static', /^\/api\/docs(\/|$)/],
  ['static', /^\/skan\/(schema|sdk)\/:token$/],
  ['static', /^\/unsubscribe$/],
  ['static', /^\/($|assets\/|guides\/|sdk\/:file$|(?!api|ingest)[\w.-]+$)/],
];

export type Caller = Role | 'nobody' | 'stranger';
const CALLERS: Caller[] = [...ROLES, 'stranger', 'nobody'];

/** `open`: the door is, whatever the handler then says to the empty input. */
type Verdict = 'open' | 'not_signed_in' | 'forbidden' | 'no_project' | 'failed';

export interface Finding {
  route: string;
  who: string;
  expected: string;
  got: string;
}

/** One way of coming to the door. */
interface Approach {
  caller: Caller;
  isDeleted: boolean;
  /** The request names the caller where the route lets people act on themselves. */
  isSelf: boolean;
  /** The request names a campaign, or a link of one, of which this is shared with the caller. */
  shared?: Shared;
}

/** `elsewhere`: another campaign is shared for editing, not the one that is named. */
type Shared = 'see' | 'edit' | 'elsewhere';
const SHARED: Shared[] = ['see', 'edit', 'elsewhere'];

const PARTS = ['params', 'query', 'body'] as const;

function fieldsIn(part: z.ZodType): Set<string> {
  const json = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' });
  return new Set(Object.keys((json.properties ?? {}) as object));
}

const fieldsOfRoutes = new WeakMap<Route, Record<(typeof PARTS)[number], Set<string>>>();

/** The part of the request that has a field by the contract, if any. */
function partOf(route: Route, field: string): (typeof PARTS)[number] | null {
  const fields = fieldsOfRoutes.get(route) ?? {
    params: fieldsIn(route.params),
    query: fieldsIn(route.query),
    body: fieldsIn(route.body),
  };
  fieldsOfRoutes.set(route, fields);
  return PARTS.find((part) => fields[part].has(field)) ?? null;
}

/** What the permission table says about an approach; nothing here asks the server. */
export function expectedVerdict(route: Route, { caller, isDeleted, isSelf, shared }: Approach): Verdict {
  const { access } = route;
  if (access.kind === 'public') return 'open';
  // A person's session opens no door of apps and servers.
  if (isForMachines(access)) return 'not_signed_in';
  if (caller === 'nobody') return 'not_signed_in';
  if (partOf(route, 'project_id') === null) return 'open';
  if (caller === 'stranger') return 'no_project';
  if (access.kind === 'signed_in') return isDeleted ? 'no_project' : 'open';
  if (isDeleted && !access.alsoDeleted) return 'no_project';
  const mayEditThisOne = caller === 'guest' && shared === 'edit';
  return may(caller, access.permission) || isSelf || mayEditThisOne ? 'open' : 'forbidden';
}

function approachesTo(route: Route): Approach[] {
  const namesProject = partOf(route, 'project_id') !== null;
  const plain = CALLERS.map((caller) => ({ caller, isDeleted: false, isSelf: false }));
  const deleted = ROLES.map((caller) => ({ caller, isDeleted: true, isSelf: false }));
  const self = ROLES.map((caller) => ({ caller, isDeleted: false, isSelf: true }));
  const hasSelf = route.access.kind === 'project' && route.access.orSelf !== undefined;
  const shares = SHARED.flatMap((shared) =>
    ROLES.map((caller) => ({ caller, isDeleted: false, isSelf: false, shared })),
  );
  const hasShares = route.access.kind === 'project' && route.access.orShared !== undefined;
  return [...plain, ...(namesProject ? deleted : []), ...(hasSelf ? self : []), ...(hasShares ? shares : [])];
}

/** The people of calls that name no project still are somebody in one. */
const shared = new WeakMap<TestServer, ReturnType<typeof buildProject>>();

async function projectFor(server: TestServer, isNamed: boolean) {
  if (isNamed) return await buildProject(server);
  const known = shared.get(server) ?? buildProject(server);
  shared.set(server, known);
  return { ...(await known), owner: await buildMember(server, (await known).projectId, 'owner') };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;
const reused = new WeakMap<TestServer, Map<string, Promise<Prepared>>>();

/** What was prepared serves every approach like it that changes nothing: those that only read, or are to be refused. */
function prepareFor(server: TestServer, route: Route, approach: Approach): Promise<Prepared> {
  const isNamed = partOf(route, 'project_id') !== null;
  const changes = route.method !== 'GET' && expectedVerdict(route, approach) === 'open';
  if (changes) return prepare(server, approach, isNamed);
  const known = reused.get(server) ?? new Map<string, Promise<Prepared>>();
  reused.set(server, known);
  const key = `${nameOf(approach)} ${isNamed}`;
  const prepared = known.get(key) ?? prepare(server, approach, isNamed);
  known.set(key, prepared);
  return prepared;
}

/** People, and where it is named a project, for every request that may change something: it disturbs no other. */
async function prepare(server: TestServer, { caller, isDeleted, shared }: Approach, isNamed: boolean) {
  const { owner, project, projectId } = await projectFor(server, isNamed);
  const person = await callerOf(server, { caller, owner, projectId });
  const campaign = shared && person ? await shareOne(server, { owner, projectId, person, shared }) : null;
  if (isDeleted) {
    await owner.call(deleteProject, { query: { project_id: projectId, confirm_name: project.name } });
  }
  return { person, projectId, campaign };
}

/** Two campaigns, one of them shared. Put there as rows: no call shares one with anybody but a guest. */
async function shareOne(
  server: TestServer,
  given: { owner: TestPerson; projectId: string; person: TestPerson; shared: Shared },
) {
  const { owner, projectId, person, shared } = given;
  const [named, other] = [await buildCampaign(owner, projectId), await buildCampaign(owner, projectId)];
  await server.db
    .insertInto('campaign_members')
    .values({
      project_id: projectId,
      campaign_id: (shared === 'elsewhere' ? other : named).campaign_id,
      email: person.email,
      access: shared === 'see' ? 'see' : 'edit',
      shared_at: server.clock.now(),
    })
    .execute();
  return { campaign_id: named.campaign_id, link_id: named.default_link_id };
}

async function callerOf(
  server: TestServer,
  { caller, owner, projectId }: { caller: Caller; owner: TestPerson; projectId: string },
): Promise<TestPerson | null> {
  if (caller === 'nobody') return null;
  if (caller === 'owner') return owner;
  if (caller === 'stranger') return (await buildProject(server, { owner: await buildPerson(server) })).owner;
  return await buildMember(server, projectId, caller);
}

function requestTo(route: Route, fields: Record<string, string>): { url: string; body: string | null } {
  const parts = { params: {}, query: {}, body: {} } as Record<string, Record<string, string>>;
  for (const [name, value] of Object.entries(fields)) {
    const part = partOf(route, name);
    if (part && parts[part]) parts[part][name] = value;
  }
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => parts.params?.[name] ?? 'none');
  const query = new URLSearchParams(parts.query).toString();
  const hasBody = route.method === 'POST' || route.method === 'PUT';
  return { url: `/api${path}${query && `?${query}`}`, body: hasBody ? JSON.stringify(parts.body) : null };
}

async function verdictOf(response: Response): Promise<Verdict> {
  if (response.status >= 500) return 'failed';
  if (response.status === 401) return 'not_signed_in';
  if (response.status === 403) return 'forbidden';
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    // It would go on for as long as we listen.
    await response.body?.cancel();
    return 'open';
  }
  const json = (await response.json().catch(() => null)) as Refusal | null;
  const isProjectMissing = response.status === 404 && json?.msg === 'We couldn’t find this project.';
  return isProjectMissing ? 'no_project' : 'open';
}

async function attempt(server: TestServer, route: Route, approach: Approach): Promise<Verdict> {
  const { person, projectId, campaign } = await prepareFor(server, route, approach);
  const self = approach.isSelf && route.access.kind === 'project' ? route.access.orSelf : undefined;
  const fields = { project_id: projectId, ...campaign, ...(self && person ? { [self]: person.userId } : {}) };
  const { url, body } = requestTo(route, fields);
  const response = await fetch(server.url + url, {
    method: route.method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': freshIp(),
      ...(person ? { authorization: `Bearer ${person.token}` } : {}),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    body,
  });
  return await verdictOf(response);
}

function nameOf({ caller, isDeleted, isSelf, shared }: Approach): string {
  const how = shared ? `, a campaign shared: ${shared}` : '';
  return `${caller}${isDeleted ? ', deleted project' : ''}${isSelf ? ', on themself' : ''}${how}`;
}

async function walkRoute(server: TestServer, route: Route): Promise<Finding[]> {
  const approaches = approachesTo(route);
  const verdicts = await Promise.all(approaches.map((approach) => attempt(server, route, approach)));
  return approaches.flatMap((approach, at) => {
    const expected = expectedVerdict(route, approach);
    const got = verdicts[at] ?? 'failed';
    if (got === expected) return [];
    return [{ route: `${route.method} /api${route.path}`, who: nameOf(approach), expected, got }];
  });
}

/** The call of the contract that a mounted route is, found by what it serves and not by what it claims. */
export function contractRouteOf({ method, url }: MountedRoute): Route | undefined {
  return ROUTES.find((route) => route.method === method && `/api${route.path}` === url);
}

/** Comes to every mounted route as everybody and reports where the door does not do what the table says. */
export async function walkAccess(server: TestServer): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const mounted of server.app.mountedRoutes) {
    const name = `${mounted.method} ${mounted.url}`;
    const route = contractRouteOf(mounted);
    const { access } = mounted;
    if (access === undefined) {
      findings.push({ route: name, who: 'anybody', expected: 'an access rule', got: 'none' });
    } else if (route) {
      findings.push(...(await walkRoute(server, route)));
    } else if (!OUTSIDE.some(([word, url]) => word === access && url.test(mounted.url))) {
      const got = JSON.stringify(access);
      findings.push({ route: name, who: 'anybody', expected: 'a route of the contract', got });
    }
  }
  return findings;
}
