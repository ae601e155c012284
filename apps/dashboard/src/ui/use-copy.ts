import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

type CopyState = 'idle' | 'copied' | 'failed';

const shownMs = 1800;

/** Copies a value and remembers for a moment how it went. */
export function useCopy(value: string): { state: CopyState; copy: () => Promise<void> } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => setState((await copyText(value)) ? 'copied' : 'failed');
  return { state, copy };
}
