import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 2000;
const TRIES = 2;
/** Longer chains are a mistake, and a loop has no end. */
const MAX_STEPS = 8;

/** Looks names up. Every answer is null when no server could be reached, which says nothing about the name. */
export interface Dns {
  /** Where CNAME records lead, step by step. */
  cnames(host: string): Promise<string[] | null>;
  texts(name: string): Promise<string[] | null>;
  addresses(host: string): Promise<string[] | null>;
}

const ABSENT = ['ENOTFOUND', 'ENODATA'];

async function answerOf<Value>(lookUp: Promise<Value[]>): Promise<Value[] | null> {
  try {
    return await lookUp;
  } catch (error) {
    return ABSENT.includes((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
  }
}

const asName = (value: string) => value.toLowerCase().replace(/\.$/, '');

/** Uses the given servers (ip or ip:port), or the system's when there are none. */
export function createDns(servers: string[]): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    async cnames(host) {
      const chain: string[] = [];
      for (let name = host; chain.length < MAX_STEPS; ) {
        const found = await answerOf(resolver.resolveCname(name));
        // What was seen before the silence still counts.
        if (found === null && chain.length === 0) return null;
        const next = asName(found?.[0] ?? '');
        if (!next || next === host || chain.includes(next)) break;
        chain.push(next);
        name = next;
      }
      return chain;
    },
    async texts(name) {
      const found = await answerOf(resolver.resolveTxt(name));
      return found?.map((pieces) => pieces.join('')) ?? null;
    },
    async addresses(host) {
      const [four, six] = await Promise.all([
        answerOf(resolver.resolve4(host)),
        answerOf(resolver.resolve6(host)),
      ]);
      return four === null && six === null ? null : [...(four ?? []), ...(six ?? [])];
    },
  };
}
