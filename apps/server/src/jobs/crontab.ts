import type { CronItem } from 'graphile-worker';
import type { JobName } from './catalog.ts';

/** What happens by the clock, in UTC. */
export const CRONTAB: (CronItem & { task: JobName })[] = [
  { task: 'remove-expired', match: '17 * * * *', identifier: 'remove-expired' },
  { task: 'remove-deleted-projects', match: '41 3 * * *', identifier: 'remove-deleted-projects' },
  { task: 'check-domains', match: '*/10 * * * *', identifier: 'check-domains' },
  { task: 'resume-exports', match: '* * * * *', identifier: 'resume-exports' },
  { task: 'load-ip-ranges', match: '7 * * * *', identifier: 'load-ip-ranges' },
  { task: 'find-outliers', match: '23 * * * *', identifier: 'find-outliers' },
  {
    task: 'find-outliers',
    match: '53 2 * * *',
    identifier: 'find-outliers-everywhere',
    payload: { everywhere: true },
  },
  { task: 'make-partitions', match: '5 0,12 * * *', identifier: 'make-partitions' },
  { task: 'apply-retention', match: '29 4 * * *', identifier: 'apply-retention' },
];

/** What is not to wait for its hour when a worker starts. */
export const AT_START = ['make-partitions', 'load-ip-ranges'] as const satisfies JobName[];
