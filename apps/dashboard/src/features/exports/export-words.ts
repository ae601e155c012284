import type { Export } from '@trailmark/contract/exports';

export const KIND_WORDS: Record<Export['kind'], { label: string; text: string }> = {
  clicks: { label: 'Clicks', text: 'Every click on a link, with where it came from.' },
  impressions: { label: 'Impressions', text: 'Every view of an ad that was reported.' },
  installs: {
    label: 'Installs + reinstalls',
    text: 'Every install and reinstall, with the campaign it is credited to and why.',
  },
  events: { label: 'Events', text: 'Every open, event, sign-up, payment and refund.' },
};

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
