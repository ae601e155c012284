import { createContext, type ReactNode, use, useState } from 'react';
import { Fetched } from '../failures/fetched.tsx';
import { ChangeSheetProvider } from './change-sheet-provider.tsx';
import type { OpenedMetric } from './metric-filter.ts';

const OpenMetric = createContext<(opened: OpenedMetric) => void>(() => undefined);

export function useOpenMetric(): (opened: OpenedMetric) => void {
  return use(OpenMetric);
}

const loadSheet = () => import('./metric-sheet.tsx').then((file) => file.MetricSheet);

/** Once around a screen: metrics in it open their details, and changes what explains them. */
export function MetricSheetProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<OpenedMetric | null>(null);
  const [open, setOpen] = useState(false);
  const show = (metric: OpenedMetric) => {
    setOpened(metric);
    setOpen(true);
  };
  return (
    <OpenMetric value={show}>
      <ChangeSheetProvider>{children}</ChangeSheetProvider>
      {opened && <Fetched load={loadSheet} props={{ opened, open, onOpenChange: setOpen }} loading={null} />}
    </OpenMetric>
  );
}
