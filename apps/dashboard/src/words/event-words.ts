import type { LiveItem } from '@trailmark/contract/live';
import { capital, type ProjectWords } from '@trailmark/contract/project-words';

const KIND_WORDS: Record<Exclude<LiveItem['kind'], 'install' | 'session_start'>, string> = {
  click: 'Click',
  view: 'View',
  open: 'Open',
  page_view: 'Page view',
  screen_view: 'Screen view',
  event: 'Event',
  signup: 'Sign-up',
  payment: 'Payment',
  refund: 'Refund',
};

/** What sort of thing happened. */
export function kindWords(kind: LiveItem['kind'], { arrival, session }: ProjectWords): string {
  if (kind === 'install') return capital(arrival);
  return kind === 'session_start' ? `${capital(session)} start` : KIND_WORDS[kind];
}

const VIEWED: Partial<Record<LiveItem['kind'], string>> = {
  session_start: 'entry_url',
  page_view: 'page_url',
  screen_view: 'screen_name',
};

/** The page or screen that somebody saw; null for everything else. */
export function viewedName(kind: LiveItem['kind'], data: unknown): string | null {
  const property = VIEWED[kind];
  if (!property || typeof data !== 'object' || data === null) return null;
  const name = (data as Record<string, unknown>)[property];
  return typeof name === 'string' && name !== '' ? name : null;
}
