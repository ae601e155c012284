import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

interface AppFrameProps {
  number: number;
  /** Undefined where it is the only one. */
  onRemove: (() => void) | undefined;
  children: ReactNode;
}

/** One app of several. */
export function AppFrame({ number, onRemove, children }: AppFrameProps) {
  return (
    <fieldset className="grid min-w-0 gap-4 not-first:border-t not-first:border-line not-first:pt-4">
      <legend className="sr-only">App {number}</legend>
      {children}
      {onRemove && (
        <Button size="sm" variant="quiet" onClick={onRemove} className="-ml-2 w-fit">
          Remove this app
        </Button>
      )}
    </fieldset>
  );
}
