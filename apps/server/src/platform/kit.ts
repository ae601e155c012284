import type { Db } from '../db/connection.ts';
import type { Clock } from './clock.ts';
import type { Env } from './env.ts';
import type { Geo } from './geo.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail.ts';
import type { Secrets } from './secrets.ts';

/** The dependencies of features. Built once in main, passed to every use-case. */
export interface Kit {
  db: Db;
  /** For the little that needs a connection of its own. */
  databaseUrl: string;
  clock: Clock;
  env: Env;
  log: Log;
  mail: Mail;
  secrets: Secrets;
  geo: Geo;
  /** Where people reach the dashboard; links in mails are built from it, never from a Host header. */
  publicUrl: string;
}
