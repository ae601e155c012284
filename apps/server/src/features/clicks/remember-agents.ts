import { type Agent, readAgent } from '@trailmark/core/links/visitor';

const MAX_AGENTS = 5000;
const MAX_LENGTH = 1000;

/** Reads user agents and remembers them: a few thousand texts are nearly all there are. */
export function rememberAgents(): (userAgent: string) => Agent {
  const known = new Map<string, Agent>();
  return (userAgent) => {
    const before = known.get(userAgent);
    if (before) return before;
    const agent = readAgent(userAgent);
    if (userAgent.length > MAX_LENGTH) return agent;
    const [oldest] = known.keys();
    if (known.size >= MAX_AGENTS && oldest !== undefined) known.delete(oldest);
    known.set(userAgent, agent);
    return agent;
  };
}
