import type { WhatIf } from '@trailmark/contract/what-if';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Sheet, SheetCloseButton, SheetContent } from '../../ui/sheet.tsx';
import { formatDate } from '../../words/format-instant.ts';
import { WhatIfGroups } from './what-if-groups.tsx';
import type { OpenedGroup, TriedChange } from './what-if-query.ts';
import { WhatIfRows } from './what-if-rows.tsx';

interface WhatIfSheetProps {
  change: TriedChange;
  result: WhatIf;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Which installs other settings would change: grouped by from and to, each group with its rows. */
export function WhatIfSheet({ change, result, open, onOpenChange }: WhatIfSheetProps) {
  const [opened, setOpened] = useState<OpenedGroup | null>(null);
  const { timezone } = useProject();
  const { installs } = useProjectWords();
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent title="What would change" side="right" className="w-[min(640px,100vw)] gap-5 pb-6">
        <header className="flex items-start gap-2 px-5 pt-4">
          {opened && (
            <IconButton
              label="Back to all changes"
              tooltip={false}
              size="sm"
              className="-ml-2"
              onClick={() => setOpened(null)}
            >
              <ChevronLeft aria-hidden />
            </IconButton>
          )}
          <div className="grid min-w-0 flex-1 gap-0.5">
            <p className="text-xl font-semibold tracking-[-0.01em] break-words">
              {opened?.title ?? 'What would change'}
            </p>
            <p className="text-sm text-text-3">
              Decided again from the receipts of {installs} since {formatDate(result.since, timezone)}.
              Nothing is saved, and saving changes only {installs} from then on.
            </p>
          </div>
          <SheetCloseButton />
        </header>
        {opened ? (
          <WhatIfRows change={change} opened={opened} />
        ) : (
          <WhatIfGroups result={result} onOpen={setOpened} />
        )}
      </SheetContent>
    </Sheet>
  );
}
