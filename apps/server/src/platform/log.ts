import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

/** JSON lines on stdout; readable lines when a person looks on. */
export function createLog(level: string | null, destination?: DestinationStream): Log {
  const isTerminal = !destination && process.stdout.isTTY;
  const options = {
    // In a terminal a line for each request would push the sign-in link away.
    level: level ?? (isTerminal ? 'warn' : 'info'),
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
      censor: '[hidden]',
    },
  };
  if (destination) return pino(options, destination);
  if (!isTerminal) return pino(options);
  return pino(options, pretty({ translateTime: 'HH:MM:ss', ignore: 'pid,hostname', sync: true }));
}
