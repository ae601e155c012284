import { z } from 'zod';

/** Every job, with what it is given. Payloads that hold a token or an address are sealed. */
export const JOBS = {
  'send-sign-in-link': z.object({ sealed: z.string() }),
  'send-mail': z.object({ sealed: z.string() }),
  'remove-expired': z.object({}).loose(),
  'remove-deleted-projects': z.object({}).loose(),
  'check-domains': z.object({}).loose(),
  'load-ip-ranges': z.object({}).loose(),
  'ask-adservices': z.object({ sealed: z.string() }),
  'find-outliers': z.object({ everywhere: z.boolean().default(false) }).loose(),
  'make-partitions': z.object({}).loose(),
  'apply-retention': z.object({}).loose(),
  'refresh-statistics': z.object({}).loose(),
  'refold-project': z.object({ project_id: z.uuid() }),
  'write-export': z.object({ project_id: z.uuid(), export_id: z.uuid() }),
  'resume-exports': z.object({}).loose(),
} as const;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]>;
