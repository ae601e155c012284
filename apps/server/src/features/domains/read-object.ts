import { MAX_VERIFICATION_BYTES, type VerificationForm } from '@trailmark/contract/domains';
import type { z } from 'zod';
import { badField } from '../../platform/app-error.ts';
import { AppSiteAssociation, appsIn, buildAppSiteAssociation } from './app-site-association.ts';
import { AssetLinks, buildAssetLinks, packagesIn } from './asset-links.ts';

/** NUL and half surrogate pairs, as JSON writes them. */
const UNSTORABLE = /\\u(?:0000|d[89a-f][\da-f]{2})/;

type Form = z.output<typeof VerificationForm>;

export interface ReadObject {
  object: AppSiteAssociation | AssetLinks;
  /** null: it was pasted. */
  form: Form['ios_apps'] | Form['android_apps'] | null;
  /** Whom it names, in words. */
  apps: string;
}

function pathInWords(path: PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return steps.join('').replace(/^\./, '');
}

function reasonInWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `has the unknown key "${issue.keys[0]}"`;
  if (issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input')) return issue.message;
  return issue.message.endsWith('received undefined') ? 'is missing' : `is not of the kind ${issue.expected}`;
}

function parsePasted<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badField('json', `is not JSON: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue) throw badField('json', 'is not valid');
  throw badField('json', `is not valid: ${pathInWords(issue.path) || 'the file'} ${reasonInWords(issue)}`);
}

function read({ platform, ios_apps, android_apps, json }: Form): ReadObject {
  if (platform === 'IOS') {
    const object = ios_apps ? buildAppSiteAssociation(ios_apps) : parsePasted(AppSiteAssociation, json ?? '');
    return { object, form: ios_apps ?? null, apps: appsIn(object).join(', ') };
  }
  const object = android_apps ? buildAssetLinks(android_apps) : parsePasted(AssetLinks, json ?? '');
  return { object, form: android_apps ?? null, apps: packagesIn(object).join(', ') };
}

/** The file that a form or a pasted text means; refuses what a phone would not understand. */
export function readObject(form: Form): ReadObject {
  const result = read(form);
  const text = JSON.stringify(result.object);
  if (UNSTORABLE.test(text)) throw badField('json', 'contains characters that cannot be stored');
  if (Buffer.byteLength(text) > MAX_VERIFICATION_BYTES) throw badField('json', 'is larger than 128 kB');
  return result;
}
