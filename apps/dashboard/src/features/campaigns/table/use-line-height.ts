import { useSyncExternalStore } from 'react';

const USUAL = 36;
/** Names take two lines more often, and fingers need more room. */
const ON_PHONE = 44;

const phone = window.matchMedia('(width < 40rem)');

function follow(onChange: () => void): () => void {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}

/** The height of a line: the virtual list counts on it. */
export function useLineHeight(): number {
  return useSyncExternalStore(follow, () => phone.matches) ? ON_PHONE : USUAL;
}
