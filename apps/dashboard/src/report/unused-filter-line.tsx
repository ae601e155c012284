import { Button } from '../ui/button.tsx';
import { NO_FILTER, type ReportFilter } from './report-filter.ts';
import { useWordsOf } from './use-filter-words.ts';
import { useReportFilter } from './use-report-filter.ts';

/** Names filters that came along from another report and do not narrow this one. */
export function UnusedFilterLine({ unused }: { unused: ReportFilter }) {
  const words = useWordsOf(unused);
  const [, change] = useReportFilter();
  const remove = () => {
    const names = Object.keys(NO_FILTER) as (keyof ReportFilter)[];
    const chosen = names.filter((name) => unused[name] !== NO_FILTER[name]);
    change(Object.fromEntries(chosen.map((name) => [name, NO_FILTER[name]])));
  };
  return (
    <p className="-mb-1 flex items-baseline gap-x-2 px-3 pt-3 text-sm text-text-2 sm:px-5 sm:pt-4">
      <span>
        Does not apply to this screen: <span className="font-medium text-text">{words}</span>
      </span>
      <Button
        variant="quiet"
        size="sm"
        aria-label="Remove filters that do not apply"
        className="shrink-0"
        onClick={remove}
      >
        Remove
      </Button>
    </p>
  );
}
