import type { CronItem } from 'graphile-worker';
import type { JobName } from './catalog.ts';

/** What happens by the clock, in UTC. */
export const CRONTAB: (CronItem & { task: JobName })[] = [
  { task: 'remove-expired', match: '17 * * * *', identifier: 'remove-expired' },
  { task: 'remove-deleted-projects', match: '41 3 * * *', identifier: 'remove-deleted-projects' },
  { task: 'check-domains', match: '*/10 * * * *', identifier: 'check-domains' },
];
