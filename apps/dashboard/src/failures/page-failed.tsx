import type { ComponentProps, ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { isMissing } from './is-missing.ts';
import { LoadFailed } from './load-failed.tsx';

interface PageFailedProps extends ComponentProps<typeof LoadFailed> {
  /** Shown when trying again would not help. */
  missing: ReactNode;
}

/** In place of the page of one thing that could not be loaded. */
export function PageFailed({ missing, ...failed }: PageFailedProps) {
  if (isMissing(failed.query.error)) return missing;
  return (
    <Page>
      <Card>
        <LoadFailed {...failed} />
      </Card>
    </Page>
  );
}
