import { metricOf, usualColumns } from '@trailmark/contract/metrics';
import { useState } from 'react';
import { useAddressState } from '../../../address/use-address-state.ts';
import { useProject } from '../../../project/current-project.tsx';
import { ChangeSortButton } from '../../../report/change-sort.tsx';
import { Delta } from '../../../report/delta.tsx';
import { MetricTip } from '../../../report/metric-name.tsx';
import { MetricNumber } from '../../../report/metric-number.tsx';
import { usePeriodWords } from '../../../report/use-period-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardFooter, CardHeader } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import {
  BREAKDOWN,
  BREAKDOWN_DIMENSIONS,
  type BreakdownDimension,
  type BreakdownRow,
  breakdownRows,
  DEFAULT_BREAKDOWN,
  DIMENSION_WORDS,
  type Sorting,
  sortedBy,
} from './breakdown-rows.ts';
import type { CampaignDetails } from './campaign-details-query.ts';

const SHOWN = 10;
const EXPECTED = 4;
const OPTIONS = BREAKDOWN_DIMENSIONS.map((value) => ({ value, label: DIMENSION_WORDS[value] }));

interface CampaignBreakdownProps {
  /** Null while they load. */
  details: CampaignDetails | null;
  campaignId: string;
}

/** The metric that has its change beside it. */
const COMPARED = 'installs';

/** Which links, ad sets, creatives, countries or platforms of a campaign pay. */
export function CampaignBreakdown({ details, campaignId }: CampaignBreakdownProps) {
  const { platform } = useProject();
  const [{ dimension }, change] = useAddressState(BREAKDOWN, DEFAULT_BREAKDOWN, { replace: () => true });
  const [sorting, setSorting] = useState<Sorting>({ metric: COMPARED, order: 'desc', isByChange: false });
  const [isWhole, setWhole] = useState(false);
  const period = usePeriodWords(details ?? undefined);
  const rows = details ? sortedBy(breakdownRows(details, dimension, campaignId), sorting) : null;
  const choose = (next: BreakdownDimension) => change({ dimension: next });
  return (
    <Card>
      <CardHeader
        title="Breakdown"
        actions={
          <span className="flex items-center gap-2">
            {period !== null && (rows?.length ?? 0) > 1 && (
              <ChangeSortButton
                isByChange={sorting.isByChange}
                onChange={(isByChange) => setSorting({ metric: COMPARED, order: 'desc', isByChange })}
              />
            )}
            <DimensionChoice dimension={dimension} onChoose={choose} />
          </span>
        }
      />
      {rows?.length === 0 ? (
        <p className="px-4 pt-4 pb-8 text-center text-sm text-text-2">No data in this period.</p>
      ) : (
        <Table label={`By ${DIMENSION_WORDS[dimension].toLowerCase()}`}>
          <BreakdownHead what={DIMENSION_WORDS[dimension]} sorting={sorting} onSort={setSorting} />
          <TableBody>
            {rows === null && <SkeletonRows rows={EXPECTED} columns={usualColumns(platform).length + 1} />}
            {rows?.slice(0, isWhole ? undefined : SHOWN).map((row) => (
              <BreakdownTableRow key={row.key} row={row} period={period} currency={details?.currency ?? ''} />
            ))}
          </TableBody>
        </Table>
      )}
      {rows !== null && rows.length > SHOWN && !isWhole && (
        <CardFooter>
          <Button size="sm" onClick={() => setWhole(true)}>
            Show all {rows.length}
          </Button>
        </CardFooter>
      )}
    </Card>
  );
}

interface DimensionChoiceProps {
  dimension: BreakdownDimension;
  onChoose: (dimension: BreakdownDimension) => void;
}

/** Side by side where there is room for five. */
function DimensionChoice({ dimension, onChoose }: DimensionChoiceProps) {
  return (
    <>
      <Segmented
        aria-label="Break down by"
        className="max-sm:hidden"
        options={OPTIONS}
        value={dimension}
        onValueChange={onChoose}
      />
      <Select
        aria-label="Break down by"
        className="w-36 sm:hidden"
        options={OPTIONS}
        value={dimension}
        onValueChange={onChoose}
      />
    </>
  );
}

interface BreakdownHeadProps {
  what: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

function BreakdownHead({ what, sorting, onSort }: BreakdownHeadProps) {
  const { platform } = useProject();
  return (
    <TableHead>
      <TableRow>
        <TableHeaderCell>{what}</TableHeaderCell>
        {usualColumns(platform).map((metric) => {
          const isSorted = metric === sorting.metric && !sorting.isByChange;
          const order = isSorted && sorting.order === 'desc' ? 'asc' : 'desc';
          return (
            <TableHeaderCell
              key={metric}
              numeric
              sort={isSorted ? sorting.order : null}
              onSort={() => onSort({ metric, order, isByChange: false })}
            >
              <MetricTip metric={metric}>
                <span>{metricOf(metric, platform)?.label ?? metric}</span>
              </MetricTip>
            </TableHeaderCell>
          );
        })}
      </TableRow>
    </TableHead>
  );
}

interface BreakdownTableRowProps {
  row: BreakdownRow;
  period: string | null;
  currency: string;
}

function BreakdownTableRow({ row, period, currency }: BreakdownTableRowProps) {
  const { platform } = useProject();
  const { name, values, previous, filter } = row;
  const explain = filter ? { of: name, filter } : null;
  return (
    <TableRow>
      <TableCell className="max-w-60 truncate font-medium" title={name}>
        {name}
      </TableCell>
      {usualColumns(platform).map((metric) => (
        <TableCell key={metric} numeric>
          <span className="inline-flex items-baseline gap-1.5">
            {period !== null && metric === COMPARED && (
              <Delta
                metric={metric}
                value={values[metric]}
                previous={previous?.[metric]}
                period={period}
                style={{ currency }}
                inline
                explain={explain}
                className="text-xs"
              />
            )}
            <MetricNumber
              metric={metric}
              value={values[metric] ?? null}
              values={values}
              of={name}
              {...(filter ? { filter } : {})}
            />
          </span>
        </TableCell>
      ))}
    </TableRow>
  );
}
