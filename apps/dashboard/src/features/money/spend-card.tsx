import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SpendRow } from '@trailmark/contract/spend';
import { Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useOpened } from '../../address/use-opened.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { LoadMore } from '../../failures/load-more.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { addDays, formatDay } from '../../report/calendar-day.ts';
import { fullValue } from '../../report/format-value.ts';
import { useToday } from '../../report/use-report-range.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { spendQuery } from './money-query.ts';
import { SourceChoices } from './source-choice.tsx';
import { SpendDeleteDialog } from './spend-delete-dialog.tsx';
import { SpendImportDialog } from './spend-import-dialog.tsx';
import { campaignsOfTwoSources, countedInstead, sourceWords } from './spend-sources.ts';

const PERIODS = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
] as const;

/** What campaigns cost, from imported files and networks. */
export function SpendCard() {
  const { project_id } = useProject();
  const mayEdit = useMay()('campaigns.edit');
  const today = useToday();
  const [period, setPeriod] = useState<(typeof PERIODS)[number]['value']>('90');
  const [isImporting, setImporting] = useOpened('import');
  const [isDeleting, setDeleting] = useState(false);
  const days = { from: addDays(today, 1 - Number(period)), to: today };
  const list = useInfiniteQuery(spendQuery(project_id, days));
  const rows = list.data?.pages.flatMap((page) => page.items) ?? null;
  return (
    <Card aria-busy={list.isFetching}>
      <CardHeader
        title="Spend"
        description="Spend by campaign and day. CPI, ROAS and all other cost metrics use it."
        actions={
          <>
            <Select
              aria-label="Days"
              className="w-36"
              options={PERIODS}
              value={period}
              onValueChange={setPeriod}
            />
            {mayEdit && rows !== null && rows.length > 0 && (
              <Button variant="quiet" onClick={() => setDeleting(true)}>
                <Trash2 aria-hidden />
                <span className="max-sm:sr-only">Delete…</span>
              </Button>
            )}
            {mayEdit && (
              <Button variant="primary" onClick={() => setImporting(true)}>
                <Upload aria-hidden />
                Import spend
              </Button>
            )}
          </>
        }
        className="pb-3"
      />
      {list.isLoadingError && <LoadFailed what="the spend" query={list} />}
      {rows?.length === 0 && !list.isPlaceholderData && (
        <EmptyState
          title="No spend in this period"
          text="Without it, CPI and ROAS stay empty. Connect a network, or import a table of your ad manager."
          action={
            <Button asChild>
              <Link to="/integrations">Connect a network</Link>
            </Button>
          }
        />
      )}
      {rows && <SourceChoices campaigns={campaignsOfTwoSources(rows)} />}
      {!list.isLoadingError && rows?.length !== 0 && <SpendTable rows={rows} />}
      <LoadMore what="earlier spend" query={list} />
      <SpendImportDialog open={isImporting && mayEdit} onOpenChange={setImporting} />
      <SpendDeleteDialog key={period} open={isDeleting} onOpenChange={setDeleting} days={days} />
    </Card>
  );
}

function SpendTable({ rows }: { rows: SpendRow[] | null }) {
  const insteadOf = countedInstead(rows ?? []);
  return (
    <Table label="Spend" onPhones="fits" scrollerClassName="max-h-[460px]">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Day</TableHeaderCell>
          <TableHeaderCell>Campaign</TableHeaderCell>
          <TableHeaderCell className="max-sm:hidden">Link</TableHeaderCell>
          <TableHeaderCell className="max-sm:hidden">Source</TableHeaderCell>
          <TableHeaderCell numeric>Amount</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows === null && <SkeletonRows rows={6} columns={5} />}
        {rows?.map((row) => (
          <SpendLine
            key={`${row.date} ${row.campaign_id} ${row.link_id} ${row.money.currency} ${row.source}`}
            row={row}
            instead={row.counted ? null : insteadOf(row)}
          />
        ))}
      </TableBody>
    </Table>
  );
}

interface SpendLineProps {
  row: SpendRow;
  /** Why it does not count; null: it does. */
  instead: string | null;
}

function SpendLine({ row, instead }: SpendLineProps) {
  const from = sourceWords(row.source);
  return (
    <TableRow className={cn(instead && '*:text-text-3')}>
      <TableCell className="num text-text-2 max-sm:min-w-28">
        {formatDay(row.date, { day: 'numeric', month: 'short', year: 'numeric' })}
      </TableCell>
      <TableCell className="max-w-64 max-sm:w-full max-sm:max-w-0 max-sm:py-1.5">
        <span className="block truncate">{row.campaign_name}</span>
        {/* On a phone the amount has to be in sight: what is beside it elsewhere is below. */}
        <span className="grid text-xs text-text-3 sm:hidden">
          {row.link_name && <span className="truncate">{row.link_name}</span>}
          <span>
            {from}
            {instead && ', not counted'}
          </span>
        </span>
      </TableCell>
      <TableCell className="max-w-48 truncate text-text-2 max-sm:hidden">{row.link_name ?? '–'}</TableCell>
      <TableCell className="text-text-2 max-sm:hidden">
        {from}
        {instead && `, not counted: ${instead}`}
      </TableCell>
      <TableCell numeric className={cn(instead && 'line-through')}>
        {fullValue({ unit: 'money' }, row.money.amount, { currency: row.money.currency })}
      </TableCell>
    </TableRow>
  );
}
