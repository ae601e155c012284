import { useQuery } from '@tanstack/react-query';
import { address } from '@trailmark/contract/call';
import {
  type CouponReportRow,
  downloadCouponReport,
  type PostbackDay,
} from '@trailmark/contract/coupon-calls';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { fetchFile, saveFile } from '../../api/fetch-file.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { formatDay } from '../../report/calendar-day.ts';
import { fullValue, NO_VALUE } from '../../report/format-value.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { type CouponPeriod, reportQuery } from './coupons-query.ts';

const count = new Intl.NumberFormat('en');
const DAYS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const;
const DAY_MS = 86_400_000;

function periodOf(days: number, timeZone: string): Pick<CouponPeriod, 'from' | 'to'> {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone });
  return { from: day.format(Date.now() - (days - 1) * DAY_MS), to: day.format(Date.now()) };
}

/** What both sides compare at the end of a month. */
export function ReportCard({ adNetworkId }: { adNetworkId: string }) {
  const { project_id, timezone } = useProject();
  const [days, setDays] = useState<(typeof DAYS)[number]['value']>('30');
  const period = { ...periodOf(Number(days), timezone), ad_network_id: adNetworkId };
  const report = useQuery(reportQuery(project_id, period));
  const download = async () => {
    try {
      const file = await fetchFile(address(downloadCouponReport, { query: { project_id, ...period } }));
      saveFile(file, `coupons ${period.from} to ${period.to}.csv`);
    } catch (error) {
      toastFailure('The report was not downloaded', error);
    }
  };
  return (
    <Card aria-busy={report.isPending || report.isPlaceholderData}>
      <CardHeader
        title="Reconciliation"
        description="From stored calls, by day of the project. Amounts are what the network reports: they are never revenue, and a reversal is no refund."
        actions={
          <Button onClick={() => void download()}>
            <Download aria-hidden />
            CSV
          </Button>
        }
      />
      <div className="px-4 py-3">
        <Segmented aria-label="Period" options={DAYS} value={days} onValueChange={setDays} />
      </div>
      {report.isLoadingError ? (
        <LoadFailed what="the report" query={report} />
      ) : (
        <div className={cn('transition-opacity', report.isPlaceholderData && 'opacity-60')}>
          <CodesTable rows={report.data?.rows} />
          <PostbacksTable rows={report.data?.postbacks} />
        </div>
      )}
    </Card>
  );
}

const moneyWords = (amounts: CouponReportRow['redeemed_amounts']) =>
  amounts.map(({ amount, currency }) => fullValue({ unit: 'money' }, amount, { currency })).join(', ') ||
  NO_VALUE;
const dayWords = (day: string) => formatDay(day, { day: 'numeric', month: 'short', year: 'numeric' });

function Nothing({ columns, text }: { columns: number; text: string }) {
  return (
    <TableRow>
      <TableCell colSpan={columns} className="text-text-3">
        {text}
      </TableCell>
    </TableRow>
  );
}

function CodesTable({ rows }: { rows: readonly CouponReportRow[] | undefined }) {
  return (
    <Table label="Codes by day">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Day</TableHeaderCell>
          <TableHeaderCell>Pool</TableHeaderCell>
          <TableHeaderCell numeric>Issued</TableHeaderCell>
          <TableHeaderCell numeric>Redeemed</TableHeaderCell>
          <TableHeaderCell numeric>Reversed</TableHeaderCell>
          <TableHeaderCell numeric>Redeemed amount</TableHeaderCell>
          <TableHeaderCell numeric>Reversed amount</TableHeaderCell>
          <TableHeaderCell numeric>Net amount</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {!rows && <SkeletonRows rows={3} columns={8} />}
        {rows?.length === 0 && <Nothing columns={8} text="No code was issued or redeemed in this period." />}
        {rows?.map((row) => (
          <TableRow key={`${row.date} ${row.pool_id}`}>
            <TableCell className="num whitespace-nowrap">{dayWords(row.date)}</TableCell>
            <TableCell>{row.pool_name}</TableCell>
            <TableCell numeric>{count.format(row.issued)}</TableCell>
            <TableCell numeric>{count.format(row.redeemed)}</TableCell>
            <TableCell numeric>{count.format(row.reversed)}</TableCell>
            <TableCell numeric>{moneyWords(row.redeemed_amounts)}</TableCell>
            <TableCell numeric>{moneyWords(row.reversed_amounts)}</TableCell>
            <TableCell numeric>{moneyWords(row.net_amounts)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function PostbacksTable({ rows }: { rows: readonly PostbackDay[] | undefined }) {
  if (!rows || rows.length === 0) return null;
  return (
    <>
      <h3 className="px-4 pt-6 pb-2 text-[13px] font-semibold">Postbacks to the network</h3>
      <Table label="Postbacks by day">
        <TableHead>
          <TableRow>
            <TableHeaderCell>Day (UTC)</TableHeaderCell>
            <TableHeaderCell numeric>Delivered</TableHeaderCell>
            <TableHeaderCell numeric>Failed</TableHeaderCell>
            <TableHeaderCell numeric>Skipped</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.date}>
              <TableCell className="num">{dayWords(row.date)}</TableCell>
              <TableCell numeric>{count.format(row.delivered)}</TableCell>
              <TableCell numeric>{count.format(row.failed)}</TableCell>
              <TableCell numeric>{count.format(row.skipped)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  );
}
