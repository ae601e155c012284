import { readFileSync } from 'node:fs';

/** The link host of the vectors' project. */
export const LINK_HOST = 'go.example.test';

type Bag = Record<string, unknown>;

export interface WireRequest {
  call: string;
  body?: Bag;
  /** Where the exact bytes matter. */
  rawBody?: string;
  headers?: Record<string, string>;
}

export interface WireCase extends WireRequest {
  id: string;
  title: string;
  headers: Record<string, string>;
  world?: string;
  now?: string;
  before?: (string | WireRequest)[];
  send?: { afterMs: number; fate: Fate }[];
  more?: (Omit<WireRequest, 'call'> & { afterMs: number })[];
  expect: Bag;
}

/** What becomes of a request: answer-lost arrives, and the connection breaks before the answer is written. */
export type Fate = 'answered' | 'answer-lost' | 'refused-503';

interface Vectors {
  project: {
    token: string;
    currency: string;
    signingKey: { keyId: string; secret: string; platform: string };
  };
  fixtures: Record<string, WireRequest>;
  cases: WireCase[];
}

const PATH = new URL('../../features/ingest/client-wire.vectors.json', import.meta.url);

export const VECTORS = JSON.parse(readFileSync(PATH, 'utf8')) as Vectors;

/** A request of `before`: one that is written out, or a fixture by its name. */
export function requestOf(named: string | WireRequest): WireRequest {
  if (typeof named !== 'string') return named;
  const fixture = VECTORS.fixtures[named];
  if (!fixture) throw new Error(`There is no fixture ${named}.`);
  return fixture;
}
