import { type Agent, readAgent } from '@trailmark/core/links/visitor';
import { createLru } from '../../platform/lru.ts';

const MAX_AGENTS = 5000;
const MAX_LENGTH = 1000;

/** Reads user agents and remembers them: a few thousand texts are nearly all there are. */
export function rememberAgents(): (userAgent: string) => Agent {
  const known = createLru<Agent>(MAX_AGENTS);
  return (userAgent) => {
    const before = known.get(userAgent);
    if (before) return before;
    const agent = readAgent(userAgent);
    if (userAgent.length > MAX_LENGTH) return agent;
    known.set(userAgent, agent);
    return agent;
  };
}
