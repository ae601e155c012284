import { z } from 'zod';
import type { Permission } from './permissions.ts';

/** Who may call a route. The server refuses to mount a route without one. */
export type Access =
  | { kind: 'public' }
  | { kind: 'signed_in' }
  | { kind: 'sdk' }
  | { kind: 'private_key' }
  | { kind: 'network_signature' }
  | {
      kind: 'project';
      permission: Permission;
      orSelf?: string;
      orShared?: 'campaign_id' | 'link_id';
      alsoDeleted?: boolean;
    };

/** Anybody, signed in or not. */
export const anyone: Access = { kind: 'public' };

/** Any person with a valid session. */
export const signedIn: Access = { kind: 'signed_in' };

/** An app, by the public token of its project in the body; signed where the project requires it. */
export const sdkToken: Access = { kind: 'sdk' };

/** A server, by a private key of its project. */
export const privateKey: Access = { kind: 'private_key' };

/** A coupon network, by its key in the address and a signature made with its secret. */
export const networkSignature: Access = { kind: 'network_signature' };

type MachineAccess = Extract<Access, { kind: 'sdk' | 'private_key' | 'network_signature' }>;

/** Calls of apps, servers and networks: no session of a person opens them. */
export const isForMachines = (access: Access): access is MachineAccess =>
  ['sdk', 'private_key', 'network_signature'].includes(access.kind);

/**
 * A member of the project named by `project_id` whose role has the permission.
 * `orSelf` names the field that, when it holds the caller's own id, lets every member through; `orShared` the one
 * that, when it names a campaign which is shared with a guest for editing (or a link of it), lets that guest through;
 * `alsoDeleted` keeps the route open while the project waits for its final removal.
 */
export function inProject(
  permission: Permission,
  options: { orSelf?: string; orShared?: 'campaign_id' | 'link_id'; alsoDeleted?: boolean } = {},
): Access {
  return { kind: 'project', permission, ...options };
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * `redirect`: the answer is a 302 to an address that the handler returns. `file`: it is what the handler
 * returns as a FileAnswer, without an envelope. `events`: it is a stream of server-sent events.
 */
export type Answers = 'json' | 'redirect' | 'file' | 'events';

type FileBody = string | Uint8Array | AsyncIterable<string | Uint8Array>;

function isFileBody(body: unknown): body is FileBody {
  if (typeof body === 'string' || body instanceof Uint8Array) return true;
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** What the handler of a route that answers with a file returns; a large one comes piece by piece. */
export const FileAnswer = z.object({
  contentType: z.string(),
  filename: z.string(),
  body: z.custom<FileBody>(isFileBody),
  /** To be kept rather than looked at. */
  attachment: z.boolean().optional(),
  /** How long a body that comes piece by piece is, where that is known. */
  bytes: z.number().optional(),
});
export type FileAnswer = z.infer<typeof FileAnswer>;

const Nothing = z.object({});
type NothingSchema = typeof Nothing;

/** One HTTP call: the server mounts it, the dashboard calls it, the OpenAPI document describes it. */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  method: Method;
  path: string;
  tag: string;
  summary: string;
  access: Access;
  answers: Answers;
  params: Params;
  query: Query;
  body: Body;
  /** How long the body of a request may be, in bytes; what the server allows everywhere unless it is given. */
  bodyLimit?: number;
  response: Response;
}

interface RouteSpec<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> {
  method: Method;
  /** Below /api; parameters as `:name`. */
  path: `/${string}`;
  tag: string;
  summary: string;
  access: Access;
  answers?: Answers;
  params?: P;
  query?: Q;
  body?: B;
  bodyLimit?: number;
  response: R;
}

/** Declares a route; parts that are left out are empty. */
export function route<
  R extends z.ZodType,
  P extends z.ZodType = NothingSchema,
  Q extends z.ZodType = NothingSchema,
  B extends z.ZodType = NothingSchema,
>(spec: RouteSpec<P, Q, B, R>): Route<P, Q, B, R> {
  return {
    answers: 'json',
    ...spec,
    params: spec.params ?? (Nothing as unknown as P),
    query: spec.query ?? (Nothing as unknown as Q),
    body: spec.body ?? (Nothing as unknown as B),
  };
}
