import { useInfiniteQuery, useMutation, useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type GroupRow, sortedMetric } from '@trailmark/contract/campaign-report';
import { createTableDownload } from '@trailmark/contract/exports';
import { usualColumns } from '@trailmark/contract/metrics';
import { Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { AddressSchema } from '../../address/address-state.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { call } from '../../api/client.ts';
import { Fetched } from '../../failures/fetched.tsx';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useMay, useProject } from '../../project/current-project.tsx';
import { useColumns, useSaveColumns } from '../../report/campaign-columns.ts';
import { MetricSheetProvider } from '../../report/metric-sheet-provider.tsx';
import { ReportBar } from '../../report/report-bar.tsx';
import { ReportNotices } from '../../report/report-notices.tsx';
import { DEFAULT_RANGE, RANGE, type RangeState } from '../../report/report-range.ts';
import { usePeriodWords } from '../../report/use-period-words.ts';
import { useReportQuery } from '../../report/use-report-range.ts';
import { UsualCpiProvider } from '../../report/usual-cpi.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { useSelection } from './bulk/use-selection.ts';
import { adSetsQuery, type CampaignTableQuery, tableParams, tableQuery } from './campaigns-query.ts';
import { CampaignToolbar } from './table/campaign-toolbar.tsx';
import { CampaignsTable } from './table/campaigns-table.tsx';
import { NoCampaigns } from './table/no-campaigns.tsx';
import { TableFooter } from './table/table-footer.tsx';
import { DEFAULT_TABLE, NO_FILTERS, TABLE_STATE, type TableState } from './table/table-state.ts';
import { useTableRows } from './table/use-table-rows.ts';

const loadColumnsSheet = () => import('./columns/columns-sheet.tsx').then((file) => file.ColumnsSheet);

/** The table, and the period that its changes are compared with. */
type ScreenState = TableState & Pick<RangeState, 'compare'>;
const SCREEN_STATE: AddressSchema<ScreenState> = { ...TABLE_STATE, compare: RANGE.compare };
const DEFAULT_STATE: ScreenState = { ...DEFAULT_TABLE, compare: DEFAULT_RANGE.compare };

/** Which campaigns pay? */
export function CampaignsScreen() {
  const mayEdit = useMay()('campaigns.edit');
  return (
    <MetricSheetProvider>
      <ReportBar>
        {mayEdit && (
          <Button variant="primary" asChild>
            <Link to="/campaigns/new">
              <Plus aria-hidden />
              <span className="max-sm:sr-only">New campaign</span>
            </Link>
          </Button>
        )}
      </ReportBar>
      <UsualCpiProvider>
        <CampaignTable mayEdit={mayEdit} />
      </UsualCpiProvider>
    </MetricSheetProvider>
  );
}

function CampaignTable({ mayEdit }: { mayEdit: boolean }) {
  const [state, change] = useAddressState(SCREEN_STATE, DEFAULT_STATE, {
    replace: (next) => next.search !== undefined,
    resetScroll: true,
  });
  const chosen = useColumns();
  const saveColumns = useSaveColumns();
  const report = useReportQuery();
  const { platform } = useProject();
  const columns = chosen ?? usualColumns(platform);
  const table: CampaignTableQuery = { ...report, state, columns };
  const list = useInfiniteQuery({ ...tableQuery(table), enabled: chosen !== null });
  const rows = useTableRows(list.data);
  const period = usePeriodWords(list.data?.pages[0]);
  const { below, toggle } = useAdSets(table);
  const order = useMemo(() => rows?.items.map(({ campaign_id }) => campaign_id) ?? [], [rows]);
  const selection = useSelection(order);
  const csv = useCsv(table);
  const [columnsOpen, setColumnsOpen] = useState<boolean | null>(null);
  const sort = (key: string) => {
    const first = key === 'name' ? 'asc' : 'desc';
    const other = state.order === 'asc' ? 'desc' : 'asc';
    change({ sort: key, order: state.sort === key ? other : first });
  };
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const mayFetch = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const more = useCallback(() => {
    if (mayFetch) void fetchNextPage();
  }, [mayFetch, fetchNextPage]);
  const failed = list.isLoadingError;
  const isEmpty = rows?.count === 0 && !list.isPlaceholderData;
  const tags = useMemo(
    () => [...new Set([...(rows?.items ?? []), ...(rows?.groups ?? [])].flatMap((row) => row.tags))].sort(),
    [rows],
  );
  return (
    <Page className="gap-3">
      <ReportNotices report={list.data?.pages[0]} />
      <CampaignToolbar
        state={state}
        onChange={change}
        tags={tags}
        onChanges={(changes) =>
          // Changes need a period to compare with.
          change({
            changes,
            ...(changes && state.compare === 'none' ? { compare: 'previous' } : {}),
            ...(changes ? {} : { sort: sortedMetric(state.sort) }),
          })
        }
        onColumns={() => setColumnsOpen(true)}
        onCsv={() => csv.mutate()}
        isExporting={csv.isPending}
      />
      <Card aria-busy={list.isFetching && !isFetchingNextPage}>
        {failed && <LoadFailed what="the campaigns" query={list} />}
        {isEmpty && <NoCampaigns state={state} onClear={() => change(NO_FILTERS)} />}
        {!failed && !isEmpty && (
          <CampaignsTable
            rows={rows}
            columns={columns}
            state={state}
            period={period}
            stale={list.isPlaceholderData}
            hasMore={hasNextPage}
            onMore={more}
            below={below}
            onToggle={toggle}
            selection={mayEdit && state.group === 'campaign' ? selection : null}
            onSort={sort}
          />
        )}
        {selection.ids.size > 0 && mayEdit && <BulkBar selection={selection} status={state.status} />}
      </Card>
      {rows && !isEmpty && (
        <TableFooter query={list} loaded={rows.items.length + rows.groups.length} count={rows.count} />
      )}
      {columnsOpen !== null && (
        <Fetched
          load={loadColumnsSheet}
          props={{
            open: columnsOpen,
            onOpenChange: setColumnsOpen,
            columns,
            onSave: (next: string[]) => saveColumns.mutate(next),
          }}
          loading={null}
        />
      )}
    </Page>
  );
}

/** Downloads the table as it is filtered, all of its rows. */
function useCsv(table: CampaignTableQuery) {
  return useMutation({
    mutationFn: () => {
      const said = Object.entries(tableParams(table)).filter(([, value]) => value !== undefined);
      const query = Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
      return call(createTableDownload, { body: { project_id: table.project_id, query } });
    },
    // The address works without the token in the header; the browser saves what comes and stays on the page.
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastFailure('The table was not exported', error),
  });
}

type Below = ReadonlyMap<string, readonly GroupRow[] | string | null>;

/** Which campaigns are open, and the ad sets below them. */
function useAdSets(table: CampaignTableQuery): { below: Below; toggle: (campaignId: string) => void } {
  const [open, setOpen] = useState<readonly string[]>([]);
  const toggle = useCallback(
    (id: string) => setOpen((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    [],
  );
  const answers = useQueries({ queries: open.map((id) => adSetsQuery(table, id)) });
  const below = new Map(
    open.map((id, index) => {
      const { data, isError } = answers[index] ?? {};
      const failed =
        isError && !data ? 'We couldn’t load the ad sets. Close and open the row to try again.' : null;
      return [id, data?.groups ?? failed] as const;
    }),
  );
  return { below, toggle };
}
