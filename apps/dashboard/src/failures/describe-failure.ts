import { CallError } from '@trailmark/contract/call';

export interface FailureWords {
  title: string;
  text: string;
  /** What support can look a failure up by. */
  detail?: string;
}

/** Says what failed and what to do about it, for any error that reached a screen. */
export function describeFailure(error: unknown, online: boolean): FailureWords {
  if (!(error instanceof CallError)) {
    return {
      title: 'Something went wrong',
      text: 'This page stopped because of a fault in the dashboard. Nothing that was saved is lost.',
    };
  }
  const detail = error.requestId ? { detail: `Request ${error.requestId}` } : {};
  if (error.status === 0 && !online) {
    return { title: 'You are offline', text: 'Check the connection of this device, then try again.' };
  }
  if (error.status === 0) {
    const title = error.message.replace(/\.$/, '');
    return { title, text: 'Check the connection, or try again in a moment.' };
  }
  if (error.code === 'rate_limited') {
    return { title: 'Too many requests', text: error.message, ...detail };
  }
  if (error.status >= 500) {
    const stays = error.requestId ? 'give the request below to' : 'tell';
    const text = `This is not your fault. Try again; if it happens again, ${stays} the people who run Trailmark.`;
    return { title: 'The server could not answer', text, ...detail };
  }
  return { title: 'The server refused this', text: error.message, ...detail };
}
