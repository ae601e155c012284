import type { DrawnFault, FaultRule } from './faults.ts';
import type { Answer, Outcome, Tool, ToolRequest } from './tool.ts';

/** What a web server says that is not the tool. */
const GARBAGE =
  '<!doctype html><html><head><title>Welcome</title></head><body><h1>It works!</h1></body></html>';

/** The answer, or null where the connection ends without one; and what the tool made of the request. */
export interface Ending {
  answer: Answer | null;
  outcome: Outcome | null;
}

interface Handling {
  endpoint: string;
  fault: DrawnFault;
  take(): Outcome;
}

function plainAnswer(status: number, { host, path }: ToolRequest): Answer {
  if (status < 300 || status >= 400) return { status, body: `answered ${status} by a fault` };
  return { status, headers: { location: `https://${host}${path}/moved` } };
}

function withRetryAfter(answer: Answer, { retry_after: seconds }: FaultRule): Answer {
  if (seconds === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } };
}

function answerOf(
  tool: Tool,
  request: ToolRequest,
  { endpoint, rule }: { endpoint: string; rule: FaultRule },
) {
  if (rule.garbage) {
    return { status: 200, body: GARBAGE, headers: { 'content-type': 'text/html; charset=utf-8' } };
  }
  if (rule.bad_credentials) return tool.badCredentials(endpoint);
  const status = rule.answer ?? 429;
  const documented = tool.failure(status, request, { endpoint, reason: rule.reason });
  return withRetryAfter(documented ?? plainAnswer(status, request), rule);
}

/** How a request ends: as the tool would end it, or as a fault has it. */
export function misbehave(tool: Tool, request: ToolRequest, { endpoint, fault, take }: Handling): Ending {
  const { rule } = fault;
  if (rule === null || rule.refuse_every !== undefined) {
    const outcome = take();
    return { answer: outcome.answer, outcome };
  }
  if (rule.outage || rule.hang_up === 'before') return { answer: null, outcome: null };
  if (rule.hang_up === 'after') return { answer: null, outcome: take() };
  const answer = answerOf(tool, request, { endpoint, rule });
  return { answer, outcome: rule.take ? { ...take(), answer } : { answer } };
}
