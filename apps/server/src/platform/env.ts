import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { count, host, isDnsServer, list, port, probe, seconds, trustProxy, url } from './env-fields.ts';
import { NETWORK_VERSIONS, type NetworkVersions, networkVersions } from './network-versions.ts';
import { SKAN_VARIABLES, type SkanTestKeys, skanProblems } from './skan-test-keys.ts';

export const PROCESS_ROLES = ['all', 'edge', 'api', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

const Variables = z.object({
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  DATABASE_URL: url(/^postgres(ql)?$/, 'a postgres:// address').optional(),
  PUBLIC_URL: url(/^https?$/, 'an http(s) address')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(4600),
  METRICS_PORT: port.default(4601),
  TRUST_PROXY: trustProxy.optional(),
  TRUST_FORWARDED_HOST: z.stringbool({ error: 'is neither true nor false' }).default(false),
  LINK_HOST: host.optional(),
  LINK_PROBE: probe.default({ secure: true, port: 443 }),
  DNS_SERVERS: list
    .pipe(z.array(z.string().refine(isDnsServer, 'contains something that is not an address')))
    .optional(),
  OUTBOUND_ALLOW: list
    .pipe(z.array(z.string().refine(ipaddr.isValidCIDR, 'contains something that is not a network')))
    .optional(),
  DRAIN_SECONDS: seconds(0, 60),
  CLUSTER: z.stringbool({ error: 'is neither true nor false' }).default(false),
  EVENT_BUFFER: z.coerce.number({ error: 'is not a number' }).int('is not a number').min(1).default(50_000),
  MAX_EVENT_NAMES: count(1_000, 100_000),
  MAX_PROPERTY_KEYS: count(200, 10_000),
  MAX_INTEGRATION_KEYS: count(50, 1_000),
  IMPORT_PAST_DAYS: count(1_095, 3_650),
  PRIVATE_RELAY_URL: z
    .union([z.literal('off'), url(/^https?$/, 'an http(s) address or off')])
    .default('https://mask-api.icloud.com/egress-ip-ranges.csv'),
  ANONYMOUS_RANGES_URL: url(/^https?$/, 'an http(s) address').optional(),
  ADSERVICES_URL: url(/^https?$/, 'an http(s) address').default('https://api-adservices.apple.com/api/v1/'),
  TOOLS_URL: url(/^https?$/, 'an http(s) address')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  ...NETWORK_VERSIONS,
  ...SKAN_VARIABLES,
  CLAIM_HOLD_SECONDS: seconds(60, 3600),
  DATA_DIR: z.string().optional(),
  SECRET_KEY: z.string().min(32, 'is shorter than 32 characters').optional(),
  SIGNUP: z.enum(['invite', 'open'], { error: 'is neither invite nor open' }).default('invite'),
  PROJECT_CREATION: z.enum(['members', 'anyone'], { error: 'is neither members nor anyone' }).optional(),
  OPERATOR_EMAILS: list.pipe(z.array(z.email('contains something that is not an e-mail address'))).optional(),
  SMTP_URL: url(/^smtps?$/, 'an smtp:// address').optional(),
  MAIL_FROM: z.string().default('Trailmark <trailmark@localhost>'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: url(/^https?$/, 'an http(s) address').default('https://accounts.google.com'),
  MIXPANEL_TOKEN: z.string().optional(),
  MIXPANEL_UPSTREAM: url(/^https?$/, 'an http(s) address').default('https://api-js.mixpanel.com'),
  MIXPANEL_RECORD_PERCENT: z.coerce
    .number({ error: 'is not a number' })
    .min(0)
    .max(100, 'is not between 0 and 100')
    .default(0),
  INTERCOM_APP_ID: z
    .string()
    .regex(/^[\w-]+$/, 'is not an Intercom app id')
    .optional(),
});
type Variables = z.infer<typeof Variables>;

/** The configuration, checked; the only place that reads the environment. */
export interface Env {
  role: ProcessRole;
  production: boolean;
  /** null: what suits the place where the log goes. */
  logLevel: string | null;
  databaseUrl: string | null;
  publicUrl: string | null;
  host: string;
  port: number;
  metricsPort: number;
  trustProxy: string[] | number | false;
  /** How long requests are still answered after the signal to stop, so that a load balancer sends them elsewhere. */
  drainMs: number;
  /** Whether trusted proxies also forward the requested host. */
  trustForwardedHost: boolean;
  /** What own link domains point at; null: the host of the public address. */
  linkHost: string | null;
  /** How a link domain is probed. */
  linkProbe: { secure: boolean; port: number };
  /** Empty: those of the system. */
  dnsServers: string[];
  /** How much of what clients make up is listed separately; the rest is counted as "(other)". */
  limits: {
    /** Per project. */
    eventNames: number;
    /** Per event name. */
    propertyKeys: number;
    /** Per install. */
    integrationKeys: number;
    /** How long ago something may have happened that an import or a server call names the time of. */
    importPastDays: number;
  };
  /** Networks that are not public and that link domains may nevertheless be in. */
  outboundAllow: string[];
  /** Events that may wait for the database; one takes about 2 kB. Beyond it clients get 503 with Retry-After. */
  eventBuffer: number;
  /** The database is a cluster: one transaction, one project, on the node that has it. */
  isCluster: boolean;
  /** Where lists of addresses that say nothing about a device are loaded from; null: from nowhere. */
  ipRanges: { privateRelay: string | null; anonymous: string | null };
  /** The endpoint for Apple's attribution tokens. */
  adServicesUrl: string;
  /** Where stand-ins for analytics tools are; null: requests go to the tools themselves. */
  toolsUrl: string | null;
  networkVersions: NetworkVersions;
  /** Checks postbacks instead of Apple's keys. */
  skanTestKeys: SkanTestKeys | null;
  /** How long an install waits for the claim of a network before it is published. */
  claimHoldMs: number;
  dataDir: string | null;
  secretKey: string | null;
  signup: 'invite' | 'open';
  /** Who may create projects: operators and members of one, or everybody who has an account. */
  projectCreation: 'members' | 'anyone';
  operatorEmails: string[];
  smtpUrl: string | null;
  mailFrom: string;
  google: { clientId: string; clientSecret: string; issuer: string } | null;
  analytics: { token: string; upstream: string; recordPercent: number } | null;
  messaging: { appId: string } | null;
}

/** The configuration is wrong; one line for each problem. */
export class EnvError extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
  }
}

function productionProblems(vars: Variables, role: ProcessRole): string[] {
  if (vars.NODE_ENV !== 'production') return [];
  const problems: string[] = [];
  if (!vars.SECRET_KEY) problems.push('SECRET_KEY is required in production (32 characters or more)');
  if (role === 'edge') return problems;
  if (!vars.PUBLIC_URL)
    problems.push('PUBLIC_URL is required in production: links in mails are built from it');
  if (!vars.SMTP_URL) problems.push('SMTP_URL is required in production: people sign in by mail');
  return problems;
}

function pairProblems(vars: Variables): string[] {
  const problems: string[] = [];
  if (Boolean(vars.GOOGLE_CLIENT_ID) !== Boolean(vars.GOOGLE_CLIENT_SECRET)) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are needed together');
  }
  if (vars.TRUST_FORWARDED_HOST && !vars.TRUST_PROXY) {
    problems.push('TRUST_FORWARDED_HOST needs TRUST_PROXY: it says which proxies are believed');
  }
  return problems;
}

function googleOf(vars: Variables): Env['google'] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = vars;
  return clientId && clientSecret ? { clientId, clientSecret, issuer } : null;
}

function analyticsOf(vars: Variables): Env['analytics'] {
  if (!vars.MIXPANEL_TOKEN) return null;
  return {
    token: vars.MIXPANEL_TOKEN,
    upstream: vars.MIXPANEL_UPSTREAM,
    recordPercent: vars.MIXPANEL_RECORD_PERCENT,
  };
}

function asEnv(vars: Variables, role: ProcessRole): Env {
  return {
    role,
    production: vars.NODE_ENV === 'production',
    logLevel: vars.LOG_LEVEL ?? null,
    databaseUrl: vars.DATABASE_URL ?? null,
    publicUrl: vars.PUBLIC_URL ?? null,
    host: vars.HOST,
    port: vars.PORT,
    metricsPort: vars.METRICS_PORT,
    trustProxy: vars.TRUST_PROXY ?? false,
    drainMs: vars.DRAIN_SECONDS * 1000,
    trustForwardedHost: vars.TRUST_FORWARDED_HOST,
    linkHost: vars.LINK_HOST ?? null,
    linkProbe: vars.LINK_PROBE,
    eventBuffer: vars.EVENT_BUFFER,
    isCluster: vars.CLUSTER,
    limits: {
      eventNames: vars.MAX_EVENT_NAMES,
      propertyKeys: vars.MAX_PROPERTY_KEYS,
      integrationKeys: vars.MAX_INTEGRATION_KEYS,
      importPastDays: vars.IMPORT_PAST_DAYS,
    },
    dnsServers: vars.DNS_SERVERS ?? [],
    outboundAllow: vars.OUTBOUND_ALLOW ?? [],
    ipRanges: {
      privateRelay: vars.PRIVATE_RELAY_URL === 'off' ? null : vars.PRIVATE_RELAY_URL,
      anonymous: vars.ANONYMOUS_RANGES_URL ?? null,
    },
    adServicesUrl: vars.ADSERVICES_URL,
    toolsUrl: vars.TOOLS_URL ?? null,
    networkVersions: networkVersions(vars),
    skanTestKeys: vars.SKAN_TEST_KEYS ?? null,
    claimHoldMs: vars.CLAIM_HOLD_SECONDS * 1000,
    dataDir: vars.DATA_DIR ?? null,
    secretKey: vars.SECRET_KEY ?? null,
    signup: vars.SIGNUP,
    projectCreation: vars.PROJECT_CREATION ?? (vars.SIGNUP === 'open' ? 'anyone' : 'members'),
    operatorEmails: vars.OPERATOR_EMAILS ?? [],
    smtpUrl: vars.SMTP_URL ?? null,
    mailFrom: vars.MAIL_FROM,
    google: googleOf(vars),
    analytics: analyticsOf(vars),
    messaging: vars.INTERCOM_APP_ID ? { appId: vars.INTERCOM_APP_ID } : null,
  };
}

/** Reads and checks the environment; an empty variable counts as not set. */
export function readEnv(source: Record<string, string | undefined>, role: ProcessRole): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Variables.safeParse(given);
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues.map((issue) => `${issue.path[0]?.toString()} ${issue.message}`));
  }
  const { data } = parsed;
  const problems = [...pairProblems(data), ...skanProblems(data), ...productionProblems(data, role)];
  if (problems.length > 0) throw new EnvError(problems);
  return asEnv(data, role);
}
