import { useProject } from '../../../project/current-project.tsx';
import { zoneLabel } from '../../../project/zone-label.ts';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';

interface TableFooterProps {
  query: {
    dataUpdatedAt: number;
    isFetchNextPageError: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  loaded: number;
  count: number;
}

const number = new Intl.NumberFormat('en');

/** How much of the table is loaded, and how its days are meant. */
export function TableFooter({ query, loaded, count }: TableFooterProps) {
  const { timezone } = useProject();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-text-3">
      <span className="num flex flex-wrap items-center gap-2">
        {loaded < count &&
          `${number.format(loaded)} of ${number.format(count)} rows loaded; scroll for more.`}
        {query.isFetchNextPageError && (
          <span role="alert" className="flex items-center gap-2 text-bad">
            We couldn’t load the next rows.
            <Button size="sm" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              Try again
            </Button>
          </span>
        )}
      </span>
      <span>
        Days in {zoneLabel(timezone, new Date())} · updated{' '}
        <RelativeTime at={new Date(query.dataUpdatedAt)} />
      </span>
    </div>
  );
}
