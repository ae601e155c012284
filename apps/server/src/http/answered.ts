import type { Log } from '../platform/log.ts';

/** A request that was answered, whichever way it went. */
export interface AnsweredRequest {
  requestId: string;
  method: string;
  /** The pattern and not the address: a query can carry what belongs in no log, and an address is no label. */
  route: string | undefined;
  status: number;
  ms: number;
  ip: string;
}

export type OnAnswered = (answered: AnsweredRequest) => void;

export function createRequestLog(log: Log): OnAnswered {
  return ({ requestId, method, route, status, ms, ip }) => {
    const level = route?.startsWith('/api/') ? 'info' : 'debug';
    if (!log.isLevelEnabled(level)) return;
    log[level]({ reqId: requestId, method, route, status, ms: Math.round(ms), ip }, 'request');
  };
}
