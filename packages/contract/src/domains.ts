import { z } from 'zod';
import { Instant, optionalText, ProjectId, storable } from './fields.ts';
import { anyone, inProject, route } from './route.ts';

/** Own link domains that a project may have. */
export const MAX_DOMAINS = 50;
/** The largest file that Apple takes, in bytes. */
export const MAX_VERIFICATION_BYTES = 128 * 1024;
const MAX_HOST = 240;

/** `verified`: a TXT record proves that the domain is the project's. `live`: links on it work, with a certificate. */
export const DOMAIN_STATUSES = ['not_verified', 'verified', 'live'] as const;
export const DomainStatus = z.enum(DOMAIN_STATUSES);
export type DomainStatus = z.infer<typeof DomainStatus>;

/** A record to copy into the DNS of the domain: TXT proves that the domain is the project's, CNAME leads visitors here. */
export const DnsRecord = z.object({ type: z.enum(['CNAME', 'TXT']), name: z.string(), value: z.string() });
export type DnsRecord = z.infer<typeof DnsRecord>;

export const Domain = z.object({
  id: z.uuid(),
  /** In ASCII: names in other scripts are in their xn-- spelling. */
  host: z.string(),
  status: DomainStatus,
  records: z.array(DnsRecord),
  /** `cname`: verified before a TXT record was required. */
  verified_by: z.enum(['cname', 'txt']).nullable(),
  /** What prevents the next status, or endangers this one, in words. */
  problem: z.string().nullable(),
  checked_at: Instant.nullable(),
  verified_at: Instant.nullable(),
  live_at: Instant.nullable(),
  created_at: Instant,
});
export type Domain = z.infer<typeof Domain>;

/** What the look-ups of one check saw. */
export const DomainFindings = z.object({
  /** Where the domain leads, step by step; empty when it has no CNAME record. */
  cname: z.array(z.string()),
  txt: z.array(z.string()),
  addresses: z.array(z.string()),
  /** `ours`: this installation answered. `not_tried`: there was no reason to connect yet. */
  https: z.enum(['ours', 'someone_else', 'no_answer', 'not_tried']),
});
export type DomainFindings = z.infer<typeof DomainFindings>;

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The one spelling of a host name, or null when the text is none: ASCII, lower case, no dot at the end. */
export function asHost(value: string): string | null {
  // What has a meaning in addresses would be read as one below.
  if (/[\s/:@?#%\\[\]]/.test(value) || !URL.canParse(`http://${value}`)) return null;
  const host = new URL(`http://${value}`).hostname.replace(/\.$/, '');
  const labels = host.split('.');
  const isName = labels.length >= 2 && labels.every((label) => LABEL.test(label));
  // An address in numbers is no name, and no top-level domain is a number.
  if (!isName || host.length > MAX_HOST || /^\d+$/.test(labels.at(-1) ?? '')) return null;
  return host;
}

export const Host = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(1000, 'is not a domain')
  .transform((value, context) => {
    const host = asHost(value);
    if (host !== null) return host;
    const message = /[/:]/.test(value)
      ? 'is more than a domain: give the name alone, such as go.example.com'
      : 'is not a domain such as go.example.com';
    context.issues.push({ code: 'custom', message, input: value });
    return z.NEVER;
  });

export const APP_PLATFORMS = ['IOS', 'ANDROID'] as const;
export const AppPlatform = z.enum(APP_PLATFORMS, { error: 'is neither IOS nor ANDROID' });
export type AppPlatform = z.infer<typeof AppPlatform>;

/** `/buy/*`, `*`, or `NOT /help/*` for paths that stay in the browser; the first that fits decides. */
const LinkPath = z
  .string()
  .trim()
  .max(500, 'is longer than 500 characters')
  .regex(/^(?:NOT\s+)?[/*][^\s?#]*$/, 'is not a path such as /buy/* or NOT /help/*')
  .refine(storable, { message: 'contains characters that cannot be stored' });

export const IosApp = z.object({
  team_id: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{10}$/, 'is not a team id: ten letters and digits'),
  bundle_id: z
    .string()
    .trim()
    .max(155, 'is longer than 155 characters')
    .regex(/^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/, 'is not a bundle id such as com.example.app'),
  /** Left out: every path opens the app. */
  paths: z.array(LinkPath).max(100, 'are more than 100').optional(),
});
export type IosApp = z.infer<typeof IosApp>;

/** 32 bytes; upper or lower case, with or without colons. One spelling comes out, the one that Android wants. */
export const Sha256Fingerprint = z
  .string()
  .trim()
  .transform((value) => value.toUpperCase())
  .refine((value) => /^(?:[0-9A-F]{64}|[0-9A-F]{2}(?::[0-9A-F]{2}){31})$/.test(value), {
    message: 'is not a SHA-256 fingerprint: 32 pairs of hexadecimal digits',
  })
  .transform((value) => value.replaceAll(':', '').match(/../g)?.join(':') ?? value);

export const AndroidApp = z.object({
  package: z
    .string()
    .trim()
    .max(255, 'is longer than 255 characters')
    .regex(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/, 'is not a package name such as com.example.app'),
  sha256_fingerprints: z
    .array(Sha256Fingerprint)
    .min(1, 'has no fingerprint')
    .max(50, 'are more than 50')
    .transform((all) => [...new Set(all)]),
});
export type AndroidApp = z.infer<typeof AndroidApp>;

/** The file by which an app and the link domains recognise each other. */
export const VerificationObject = z.object({
  platform: AppPlatform,
  /** Where every verified domain serves it. */
  path: z.string(),
  /** The file, indented. */
  json: z.string(),
  /** What the form held; null when the file was pasted. */
  ios_apps: z.array(IosApp).nullable(),
  android_apps: z.array(AndroidApp).nullable(),
  updated_at: Instant,
});
export type VerificationObject = z.infer<typeof VerificationObject>;

/** The apps of the platform, or the whole file as text. */
export const VerificationForm = z
  .object({
    project_id: ProjectId,
    platform: AppPlatform,
    ios_apps: z.array(IosApp).min(1, 'names no app').max(20, 'are more than 20').optional(),
    android_apps: z.array(AndroidApp).min(1, 'names no app').max(20, 'are more than 20').optional(),
    json: optionalText(MAX_VERIFICATION_BYTES).optional(),
  })
  .superRefine((form, context) => {
    const apps = form.platform === 'IOS' ? 'ios_apps' : 'android_apps';
    const other = form.platform === 'IOS' ? 'android_apps' : 'ios_apps';
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (form[other]) refuse(other, `does not belong to ${form.platform}`);
    else if (form[apps] && form.json) refuse('json', `cannot be combined with ${apps}`);
    else if (!form[apps] && !form.json) refuse(apps, 'is required, or json');
  });
export type VerificationForm = z.input<typeof VerificationForm>;

const tag = 'Domains';
const DomainId = z.uuid('is not a domain id').toLowerCase();

export const listDomains = route({
  method: 'GET',
  path: '/domain',
  tag,
  summary: 'Own link domains, oldest first, with the DNS records that they need',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.array(Domain),
});

export const addDomain = route({
  method: 'POST',
  path: '/domain',
  tag,
  summary: 'Add an own link domain; it works once its DNS records are set',
  access: inProject('connections.edit'),
  body: z.object({ project_id: ProjectId, host: Host }),
  response: Domain,
});

export const deleteDomain = route({
  method: 'DELETE',
  path: '/domain',
  tag,
  summary: 'Remove a link domain; links on it stop working at once',
  access: inProject('connections.edit'),
  query: z.object({ project_id: ProjectId, id: DomainId }),
  response: z.object({ id: z.uuid() }),
});

export const getDomainStatus = route({
  method: 'GET',
  path: '/domain/status',
  tag,
  summary: 'Check a domain now; answers its status and what the look-ups found',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId, id: DomainId }),
  response: z.object({ ...Domain.shape, found: DomainFindings }),
});

export const saveVerificationObject = route({
  method: 'POST',
  path: '/domain/verification-object',
  tag,
  summary: 'Set which apps may open links, by a form or as a whole file; replaces the earlier one',
  access: inProject('connections.edit'),
  body: VerificationForm,
  response: VerificationObject,
});

export const getVerificationObjects = route({
  method: 'GET',
  path: '/domain/verification-object',
  tag,
  summary: 'The files by which iOS and Android know which apps may open links; null where none was saved',
  access: inProject('connections.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.object({ ios: VerificationObject.nullable(), android: VerificationObject.nullable() }),
});

export const askDomain = route({
  method: 'GET',
  path: '/domain/ask',
  tag,
  summary:
    'Whether a host is a verified link domain: 200 or 404, for servers that get certificates on demand',
  access: anyone,
  query: z.object({ domain: z.string().max(1000, 'is not a domain') }),
  response: z.object({}),
});
