export interface StreamMessage {
  event: string;
  data: string;
}

interface Message {
  event: string;
  data: string[];
}

function take(message: Message, line: string): void {
  // A line that begins with a colon only says that somebody is there.
  const colon = line.indexOf(':');
  const field = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (field === 'event') message.event = value;
  if (field === 'data') message.data.push(value);
}

/**
 * Reads server-sent events from text that comes in pieces of any size:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function eventReader(): (chunk: string) => StreamMessage[] {
  let rest = '';
  let message: Message = { event: '', data: [] };
  return (chunk) => {
    const text = rest + chunk;
    // A return at the very end may be half of a line end.
    const isHalf = text.endsWith('\r');
    const lines = (isHalf ? text.slice(0, -1) : text).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + (isHalf ? '\r' : '');
    const complete: StreamMessage[] = [];
    for (const line of lines) {
      if (line !== '') {
        take(message, line);
        continue;
      }
      if (message.data.length > 0) {
        complete.push({ event: message.event || 'message', data: message.data.join('\n') });
      }
      message = { event: '', data: [] };
    }
    return complete;
  };
}
