import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox, SearchX } from 'lucide-react';
import { useAddressState } from '../../../address/use-address-state.ts';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { LoadMore } from '../../../failures/load-more.tsx';
import { useProject } from '../../../project/current-project.tsx';
import { useReportQuery } from '../../../report/use-report-range.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PostbackFilters } from './postback-filters.tsx';
import { PostbackSheet } from './postback-sheet.tsx';
import { postbacksQuery } from './postbacks-query.ts';
import { PostbacksTable } from './postbacks-table.tsx';
import { ALL_POSTBACKS, isNarrowed, POSTBACKS_VIEW } from './postbacks-view.ts';

/** What has arrived, and why does it count or not? */
export function PostbacksTab() {
  const { timezone } = useProject();
  const days = useReportQuery();
  const [view, change] = useAddressState(POSTBACKS_VIEW, ALL_POSTBACKS);
  const list = useInfiniteQuery(postbacksQuery({ days, timezone, view }));
  const rows = list.data?.pages.flatMap((page) => page.items) ?? null;
  const isEmpty = rows?.length === 0 && !list.isPlaceholderData;
  const clear = () => change({ ...ALL_POSTBACKS, open: view.open });
  return (
    <>
      <PostbackFilters view={view} onChange={change} />
      <Card aria-busy={list.isFetching}>
        <CardHeader
          title="Received postbacks"
          description="Newest first, of the days above. Only postbacks that count are in the report."
        />
        {list.isLoadingError && <LoadFailed what="the postbacks" query={list} />}
        {isEmpty && <NoneHere onClear={isNarrowed(view) ? clear : null} />}
        {!list.isLoadingError && !isEmpty && (
          <PostbacksTable rows={rows} stale={list.isPlaceholderData} onOpen={(open) => change({ open })} />
        )}
        <LoadMore what="more postbacks" query={list} />
      </Card>
      <PostbackSheet id={view.open} onClose={() => change({ open: null })} />
    </>
  );
}

function NoneHere({ onClear }: { onClear: (() => void) | null }) {
  return (
    <EmptyState
      icon={onClear ? <SearchX /> : <Inbox />}
      title="No postbacks in this period"
      text={
        onClear
          ? 'No postback matches these filters.'
          : 'Devices send them days after an install, to the domain that the Info.plist of your app names.'
      }
      action={onClear && <Button onClick={onClear}>Clear filters</Button>}
    />
  );
}
