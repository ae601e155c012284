import type { ReactNode } from 'react';
import { useProject } from '../project/current-project.tsx';
import { ZoneChip } from '../project/zone-chip.tsx';
import { PageAction } from '../ui/page-action.tsx';
import { RangePicker } from './range-picker.tsx';
import { ViewsMenu } from './views/views-menu.tsx';

interface ReportBarProps {
  /** False where a screen shows the chosen days alone. */
  compares?: boolean;
  children?: ReactNode;
}

/** What governs the data of a screen, in the top bar; the screen's own action comes after it. */
export function ReportBar({ compares = true, children }: ReportBarProps) {
  const { timezone } = useProject();
  return (
    <PageAction>
      <ViewsMenu />
      <RangePicker compares={compares} />
      {/* A phone has no room for it; the range names the zone too. */}
      <span className="max-sm:hidden">
        <ZoneChip timezone={timezone} />
      </span>
      {children}
    </PageAction>
  );
}
