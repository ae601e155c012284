import { ShieldAlert } from 'lucide-react';
import { ReportFilters } from '../../report/report-filters.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import type { PeopleView } from './people-view.ts';

interface PeopleFiltersProps {
  view: PeopleView;
  onChange: (next: Partial<PeopleView>) => void;
}

/** The filters of every report, and the one for suspicious installs. */
export function PeopleFilters({ view, onChange }: PeopleFiltersProps) {
  const { suspicious } = view;
  return (
    <>
      <ReportFilters filter={view} onChange={onChange} />
      <Button
        variant="quiet"
        size="sm"
        aria-pressed={suspicious}
        className={cn('rounded-full', suspicious && 'bg-press text-text')}
        onClick={() => onChange({ suspicious: !suspicious })}
      >
        <ShieldAlert aria-hidden />
        Suspicious only
      </Button>
    </>
  );
}
