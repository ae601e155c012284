import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';

/** A request as it reached a stand-in. */
export interface ToolRequest {
  method: string;
  host: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Decompressed, where it came compressed. */
  body: Buffer;
}

export interface Answer {
  status: number;
  /** Text is sent as it is, anything else as JSON; undefined sends nothing. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** An event or a message that a tool has taken. */
export interface Item {
  /** What the tool recognises a repeat by; where it has no such rule, all that was sent. */
  key: string;
  /** The id that the sender gave it; null where it gave none. */
  id: string | null;
  name: string;
  person: string;
  data: unknown;
  /** For how many days a repeat of it is recognised, where that differs from the rest of the tool. */
  recognisedDays?: number;
}

export interface Profile {
  id: string;
  set: Record<string, unknown>;
}

/** What was wrong with one item of a request. */
export interface ItemProblem {
  index: number;
  reason: string;
}

/** What a tool makes of a request. */
export interface Outcome {
  answer: Answer;
  items?: Item[];
  profiles?: Profile[];
  /** The answer says so. */
  refused?: ItemProblem[];
  /** The answer hides it. */
  dropped?: ItemProblem[];
  /** What the tool accepts although its documentation advises against it. */
  warnings?: string[];
}

export type Credentials = Readonly<Record<string, string>>;

export interface TakeContext {
  endpoint: string;
  now: Date;
  /** The credentials that the tool accepts; null: all that are well-formed. */
  accepted: readonly Credentials[] | null;
  /** Whether a fault refuses this item, and for which documented reason. */
  refuses(key: string): boolean;
  reason: string | undefined;
}

/** A call of the sandbox that changes what a tool knows, such as expire-token; no answer means 204. */
export type ToolAction = (body: unknown, now: Date) => Answer | undefined;

export interface Tool {
  name: string;
  /** Whether the tool counts an item that it has seen before; a number: after so many days. */
  recognisesRepeats: boolean | number;
  credentials: z.ZodType<Credentials>;
  mostConcurrentRequests?: number;
  /** The endpoint at an address; null where the tool serves nothing. */
  endpointOf(host: string, path: string): string | null;
  take(request: ToolRequest, context: TakeContext): Outcome;
  /** The documented answer with this status; null where none is documented. */
  failure(status: number, request: ToolRequest, context: FailureContext): Answer | null;
  badCredentials(endpoint: string): Answer;
  /** By the last part of their path, /receivers/<tool>/<action>. */
  actions?: Readonly<Record<string, ToolAction>>;
  /** Resets what the tool knows, such as issued tokens. */
  forget?(): void;
}

export interface FailureContext {
  endpoint: string;
  reason: string | undefined;
}
