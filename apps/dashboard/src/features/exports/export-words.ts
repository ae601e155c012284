import type { Export } from '@trailmark/contract/exports';
import { capital, type ProjectWords } from '@trailmark/contract/project-words';

/** What a file holds, in the words of the project. */
export function kindWords(kind: Export['kind'], words: ProjectWords): { label: string; text: string } {
  return {
    clicks: { label: 'Clicks', text: 'Every click on a link, with where it came from.' },
    impressions: { label: 'Impressions', text: 'Every view of an ad that was reported.' },
    installs: {
      label: capital(words.allInstalls),
      text: `Every ${words.newInstall} and ${words.reinstall}, with the campaign it is credited to and why.`,
    },
    events: { label: 'Events', text: `Every ${words.open}, event, sign-up, payment and refund.` },
  }[kind];
}

export const FORMAT_WORDS: Record<Export['format'], string> = { csv: 'CSV', parquet: 'Parquet' };

const STEPS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** "1.4 MB". */
export function sizeWords(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(STEPS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1000 ** step;
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: size < 10 && step > 0 ? 1 : 0 }).format(size)} ${STEPS[step]}`;
}

/** Whether something is still being written. */
export function isBusy({ state }: Pick<Export, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}
