import { type ReactNode, useState } from 'react';
import { Fetched } from '../failures/fetched.tsx';
import type { OpenedChange } from './change-filter.ts';
import { ExplainChange } from './use-explain-change.ts';

const loadSheet = () => import('./change-sheet.tsx').then((file) => file.ChangeSheet);

/** Once around a screen: changes in it can be explained. */
export function ChangeSheetProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<OpenedChange | null>(null);
  const [open, setOpen] = useState(false);
  const show = (change: OpenedChange) => {
    setOpened(change);
    setOpen(true);
  };
  return (
    <ExplainChange value={show}>
      {children}
      {opened && (
        <Fetched
          load={loadSheet}
          props={{ opened, open, onOpenChange: setOpen, onShow: show }}
          loading={null}
        />
      )}
    </ExplainChange>
  );
}
