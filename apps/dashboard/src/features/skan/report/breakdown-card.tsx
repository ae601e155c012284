import {
  SKAN_DIMENSIONS,
  SKAN_METRICS,
  type SkanDimension,
  type SkanMetric,
  type SkanReport,
  type SkanRow,
} from '@trailmark/contract/skan-report';
import { Download } from 'lucide-react';
import { fetchFile, saveFile } from '../../../api/fetch-file.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { formatValue } from '../../../report/format-value.ts';
import { useReportQuery } from '../../../report/use-report-range.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardFooter, CardHeader } from '../../../ui/card.tsx';
import { Select } from '../../../ui/select.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import type { SkanViewProps } from '../skan-view.ts';
import { DIMENSION_WORDS } from '../skan-words.ts';
import { expectedInWords, limitsInWords } from './amount-words.ts';
import { BreakdownName } from './breakdown-name.tsx';
import { MetricLabel } from './metric-label.tsx';
import { csvAddress } from './skan-query.ts';

/** A phone shows the first two. */
const COLUMNS = [
  ...(['installs', 'revenue', 'spend', 'cpi', 'roas', 'null_rate'] as const),
  ...(['postbacks', 'redownloads', 'reengagements', 'lost'] as const),
] as const satisfies readonly SkanMetric[];

const OPTIONS = SKAN_DIMENSIONS.map((value) => ({ value, label: DIMENSION_WORDS[value] }));

interface BreakdownCardProps extends SkanViewProps {
  report: SkanReport | null;
}

/** The metrics by one dimension. */
export function BreakdownCard({ report, view, onChange }: BreakdownCardProps) {
  return (
    <Card>
      <CardHeader
        title="Breakdown"
        description={noteOf(view.breakdown, report)}
        actions={
          <>
            <Select
              aria-label="Break down by"
              size="sm"
              className="w-56"
              options={OPTIONS}
              value={view.breakdown}
              onValueChange={(breakdown) => onChange({ breakdown: breakdown as SkanDimension })}
            />
            <CsvButton view={view} />
          </>
        }
      />
      <Table label={`SKAN metrics by ${DIMENSION_WORDS[view.breakdown].toLowerCase()}`} onPhones="columns">
        <TableHead>
          <TableRow>
            <TableHeaderCell>{DIMENSION_WORDS[view.breakdown]}</TableHeaderCell>
            {COLUMNS.map((metric) => (
              <TableHeaderCell key={metric} numeric>
                <MetricLabel metric={metric} />
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {!report && <SkeletonRows rows={5} columns={COLUMNS.length + 1} />}
          {report?.rows.map((row) => (
            <BreakdownLine key={row.key} row={row} report={report} />
          ))}
          {report && <TotalLine report={report} />}
        </TableBody>
      </Table>
      {report && report.other_rows > 0 && (
        <CardFooter>{report.other_rows} more rows are in the CSV.</CardFooter>
      )}
    </Card>
  );
}

function noteOf(breakdown: SkanDimension, report: SkanReport | null): string {
  const end = report?.digits_kept === 'first' ? 'first' : 'last';
  if (breakdown === 'campaign') {
    return `Postbacks name no campaign. Those whose digits are the ${end} ones of several campaigns are unresolved; set SKAN ids in the settings of each campaign.`;
  }
  if (breakdown.startsWith('source_identifier')) {
    return `Apple sends two to four digits, the more the larger the crowd. Fewer digits are taken to be the ${end} ones.`;
  }
  if (breakdown === 'window')
    return 'An install has up to three postbacks. Installs are counted by the first.';
  return 'Only postbacks that count. They are never part of your user-level reports.';
}

function BreakdownLine({ row, report }: { row: SkanRow; report: SkanReport }) {
  return (
    <TableRow>
      <TableCell className="max-w-72 whitespace-normal sm:min-w-56">
        <BreakdownName row={row} dimension={report.breakdown} />
      </TableCell>
      <Numbers values={row} />
    </TableRow>
  );
}

function TotalLine({ report }: { report: SkanReport }) {
  return (
    <TableRow total>
      <TableCell>Total</TableCell>
      <Numbers values={report.total} />
    </TableRow>
  );
}

function Numbers({ values }: { values: SkanReport['total'] }) {
  const { currency } = useProject();
  return COLUMNS.map((metric) => (
    <TableCell key={metric} numeric>
      {metric === 'revenue' ? (
        <span title={values.revenue ? limitsInWords(values.revenue, currency) : undefined}>
          {expectedInWords(values, currency)}
        </span>
      ) : (
        formatValue(SKAN_METRICS[metric], values[metric], { currency })
      )}
    </TableCell>
  ));
}

function CsvButton({ view }: Pick<SkanViewProps, 'view'>) {
  const days = useReportQuery();
  const may = useMay();
  const download = async () => {
    try {
      const file = await fetchFile(csvAddress(days, view));
      saveFile(file, `skan ${view.breakdown} ${days.from} to ${days.to}.csv`);
    } catch (error) {
      toastFailure('The report was not downloaded', error);
    }
  };
  if (!may('reports.export')) return null;
  return (
    <Button size="sm" onClick={() => void download()}>
      <Download aria-hidden />
      CSV
    </Button>
  );
}
