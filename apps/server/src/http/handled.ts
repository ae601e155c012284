import type { Output } from '@trailmark/contract/call';
import type { Access, Route } from '@trailmark/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Authorization } from '../access/authorize.ts';
import type { ClientInfo, Membership, Person } from '../access/caller.ts';
import type { Kit } from '../platform/kit.ts';

interface Parsed<R extends Route> {
  kit: Kit;
  params: z.output<R['params']>;
  query: z.output<R['query']>;
  body: z.output<R['body']>;
  client: ClientInfo;
}

/** For the few routes that read or set cookies. */
interface Raw {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Where the items of a stream of events go; the signal comes when nobody reads it any more. */
export interface EventStream<Item> {
  send(item: Item): void;
  signal: AbortSignal;
}

/** A route of the contract with the function that answers it. */
export interface HandledRoute {
  route: Route;
  answer(context: Parsed<Route> & Raw & { granted: Authorization }): Promise<unknown>;
  /** Instead of an answer: items for as long as somebody reads them. */
  stream?(context: Parsed<Route> & { granted: Authorization }, to: EventStream<unknown>): Promise<void>;
}

function expectAccess(route: Route, kind: Access['kind']): void {
  if (route.access.kind !== kind) {
    throw new Error(
      `${route.method} ${route.path} has access ${route.access.kind}, its handler expects ${kind}.`,
    );
  }
}

/** Answers a route that anybody may call; `person` is null for a stranger. */
export function onPublic<R extends Route>(
  route: R,
  handler: (context: Parsed<R> & Raw & { person: Person | null }) => Promise<Output<R>>,
): HandledRoute {
  expectAccess(route, 'public');
  return {
    route,
    answer: (context) => handler({ ...(context as Parsed<R> & Raw), person: context.granted.person }),
  };
}

/** Answers a route for any signed-in person. */
export function onSignedIn<R extends Route>(
  route: R,
  handler: (context: Parsed<R> & Raw & { person: Person }) => Promise<Output<R>>,
): HandledRoute {
  expectAccess(route, 'signed_in');
  return {
    route,
    answer: (context) => {
      if (context.granted.kind === 'public') throw new Error('Not authorized.');
      return handler({ ...(context as Parsed<R> & Raw), person: context.granted.person });
    },
  };
}

/** Answers a route within a project; the caller's role has been checked. */
export function onProject<R extends Route>(
  route: R,
  handler: (context: Parsed<R> & { person: Person; membership: Membership }) => Promise<Output<R>>,
): HandledRoute {
  expectAccess(route, 'project');
  return {
    route,
    answer: (context) => {
      if (context.granted.kind !== 'project') throw new Error('Not authorized.');
      const { person, membership } = context.granted;
      return handler({ ...(context as Parsed<R> & Raw), person, membership });
    },
  };
}

/** Answers a route within a project with a stream of events; the role is checked again while it lasts. */
export function onEvents<R extends Route>(
  route: R,
  handler: (
    context: Parsed<R> & { person: Person; membership: Membership },
    to: EventStream<Output<R>>,
  ) => Promise<void>,
): HandledRoute {
  expectAccess(route, 'project');
  return {
    route,
    answer: async () => {
      throw new Error(`${route.path} answers with a stream.`);
    },
    stream: (context, to) => {
      if (context.granted.kind !== 'project') throw new Error('Not authorized.');
      const { person, membership } = context.granted;
      return handler({ ...(context as Parsed<R>), person, membership }, to);
    },
  };
}
