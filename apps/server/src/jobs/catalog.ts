import { NetworkKind } from '@trailmark/contract/network-accounts';
import type { CronItem } from 'graphile-worker';
import { z } from 'zod';

/** Every job, with its payload. Payloads that hold a token or an address are sealed. */
export const JOBS = {
  'send-sign-in-link': z.object({ sealed: z.string() }),
  'send-mail': z.object({ sealed: z.string() }),
  'remove-expired': z.object({}).loose(),
  'remove-deleted-projects': z.object({}).loose(),
  'check-domains': z.object({}).loose(),
  'load-ip-ranges': z.object({}).loose(),
  'ask-adservices': z.object({ sealed: z.string() }),
  'watch-logins': z.object({}).loose(),
  'apply-claims': z.object({ project_id: z.uuid() }),
  'issue-coupons': z.object({ project_id: z.uuid() }),
  'apply-coupon': z.object({ project_id: z.uuid(), id: z.uuid() }),
  'find-outliers': z.object({ everywhere: z.boolean().default(false) }).loose(),
  'make-partitions': z.object({}).loose(),
  'apply-retention': z.object({}).loose(),
  'refresh-statistics': z.object({}).loose(),
  'refold-project': z.object({ project_id: z.uuid() }),
  'write-export': z.object({ project_id: z.uuid(), export_id: z.uuid() }),
  'resume-exports': z.object({}).loose(),
  'look-at-lanes': z.object({}).loose(),
  'run-backfill': z.object({ project_id: z.uuid(), connection_id: z.uuid() }),
  'find-due-imports': z.object({}).loose(),
  'import-network-spend': z.object({ project_id: z.uuid(), kind: NetworkKind, ad_account_id: z.string() }),
  'find-due-reports': z.object({}).loose(),
  'send-report': z.object({ project_id: z.uuid(), mail_id: z.uuid() }),
  'find-due-alerts': z.object({}).loose(),
  'evaluate-alerts': z.object({ project_id: z.uuid() }),
  'send-alert': z.object({ project_id: z.uuid(), mail_id: z.uuid() }),
  'run-skan-back-test': z.object({ project_id: z.uuid(), back_test_id: z.uuid(), propose: z.boolean() }),
  'upload-skan-schema': z.object({ project_id: z.uuid() }),
} as const;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]>;

/** What happens by the clock, in UTC. */
export const CRONTAB: (CronItem & { task: JobName })[] = [
  { task: 'remove-expired', match: '17 * * * *', identifier: 'remove-expired' },
  { task: 'remove-deleted-projects', match: '41 3 * * *', identifier: 'remove-deleted-projects' },
  { task: 'check-domains', match: '*/10 * * * *', identifier: 'check-domains' },
  { task: 'resume-exports', match: '* * * * *', identifier: 'resume-exports' },
  { task: 'look-at-lanes', match: '* * * * *', identifier: 'look-at-lanes' },
  { task: 'find-due-reports', match: '* * * * *', identifier: 'find-due-reports' },
  { task: 'find-due-alerts', match: '* * * * *', identifier: 'find-due-alerts' },
  { task: 'find-due-imports', match: '*/5 * * * *', identifier: 'find-due-imports' },
  { task: 'load-ip-ranges', match: '7 * * * *', identifier: 'load-ip-ranges' },
  { task: 'find-outliers', match: '23 * * * *', identifier: 'find-outliers' },
  {
    task: 'find-outliers',
    match: '53 2 * * *',
    identifier: 'find-outliers-everywhere',
    payload: { everywhere: true },
  },
  { task: 'watch-logins', match: '37 * * * *', identifier: 'watch-logins' },
  { task: 'make-partitions', match: '5 0,12 * * *', identifier: 'make-partitions' },
  { task: 'apply-retention', match: '29 4 * * *', identifier: 'apply-retention' },
];

/** What is not to wait for its hour when a worker starts. */
export const AT_START = ['make-partitions', 'load-ip-ranges'] as const satisfies JobName[];
