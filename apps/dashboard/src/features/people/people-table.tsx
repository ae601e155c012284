import { Link } from '@tanstack/react-router';
import type { ListedPerson } from '@trailmark/contract/people';
import { ShieldAlert } from 'lucide-react';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { zoneLabel } from '../../project/zone-label.ts';
import { formatDay } from '../../report/calendar-day.ts';
import { countryWords, networkWords, platformWords } from '../../report/dimension-words.ts';
import { fullValue, NO_VALUE } from '../../report/format-value.ts';
import { cn } from '../../ui/cn.ts';
import { ROW_LINK } from '../../ui/row-link.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { matchWords, verdictWords } from '../../words/attribution-words.ts';
import { formatInstant } from '../../words/format-instant.ts';
import { foundByWords } from './people-words.ts';

interface PeopleTableProps {
  /** Null while they load. */
  rows: ListedPerson[] | null;
  /** These are still the rows of the filter before. */
  stale: boolean;
}

/** Long names are cut, so that what was paid is never pushed out of sight. */
const CUT = 'w-1/5 max-w-0 truncate';
/** On a phone there is room for who, when and how much; a tablet has some more. */
const FROM_SM = 'max-sm:hidden';
const FROM_LG = 'max-lg:hidden';
const HIDDEN_COLUMNS: Record<number, string> = { 3: FROM_SM, 4: FROM_LG, 5: FROM_LG, 6: FROM_LG, 7: FROM_SM };

export function PeopleTable({ rows, stale }: PeopleTableProps) {
  const { timezone } = useProject();
  const { arrived } = useProjectWords();
  return (
    <Table label="People" onPhones="fits" className={cn('transition-opacity', stale && 'opacity-60')}>
      <TableHead>
        <TableRow>
          <TableHeaderCell>Person</TableHeaderCell>
          <TableHeaderCell>
            {arrived} <span className={cn('font-normal', FROM_SM)}>({zoneLabel(timezone, new Date())})</span>
          </TableHeaderCell>
          <TableHeaderCell className={FROM_SM}>Credited to</TableHeaderCell>
          <TableHeaderCell className={FROM_LG}>Match</TableHeaderCell>
          <TableHeaderCell className={FROM_LG}>Country</TableHeaderCell>
          <TableHeaderCell className={FROM_LG}>Device</TableHeaderCell>
          <TableHeaderCell className={FROM_SM}>Last active</TableHeaderCell>
          <TableHeaderCell numeric>Paid</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows === null && (
          <SkeletonRows rows={15} columns={8} cellClassName={(column) => cn(HIDDEN_COLUMNS[column])} />
        )}
        {rows?.map((row) => (
          <PersonLine key={row.install_id} row={row} timezone={timezone} />
        ))}
      </TableBody>
    </Table>
  );
}

function PersonLine({ row, timezone }: { row: ListedPerson; timezone: string }) {
  const device = [platformWords(row.platform), row.model].filter(Boolean).join(' · ');
  return (
    <TableRow>
      <TableCell className={cn(CUT, 'min-w-28 max-sm:w-full')}>
        <PersonName row={row} />
      </TableCell>
      <TableCell className="num text-text-2">
        {row.installed_at ? (
          <time dateTime={row.installed_at}>{formatInstant(row.installed_at, timezone)}</time>
        ) : (
          'not opened yet'
        )}
      </TableCell>
      <TableCell className={cn('w-1/4 max-w-0 min-w-36', FROM_SM)}>
        <span className="flex items-center gap-2">
          <span className="truncate" title={row.campaign_name ?? undefined}>
            {row.campaign_name ?? networkWords(row.network)}
          </span>
          {row.verdict !== 'clean' && <Finding verdict={row.verdict} />}
        </span>
      </TableCell>
      <TableCell className={cn('text-text-2', FROM_LG)}>
        {row.match_type ? matchWords(row.match_type) : NO_VALUE}
      </TableCell>
      <TableCell className={cn('max-w-32 truncate text-text-2', FROM_LG)}>
        {countryWords(row.country)}
      </TableCell>
      <TableCell className={cn(CUT, 'min-w-28 text-text-2', FROM_LG)} title={device}>
        {device}
      </TableCell>
      <TableCell className={cn('num text-text-2', FROM_SM)}>
        {row.last_active_on ? formatDay(row.last_active_on, { day: 'numeric', month: 'short' }) : NO_VALUE}
      </TableCell>
      <TableCell numeric className="max-sm:whitespace-normal">
        {row.revenue.length === 0 ? (
          <span className="text-text-3">{NO_VALUE}</span>
        ) : (
          row.revenue
            .map(({ amount, currency }) => fullValue({ unit: 'money' }, amount, { currency }))
            .join(' + ')
        )}
      </TableCell>
    </TableRow>
  );
}

/** With what a search has found them by, where the name does not show it. */
function PersonName({ row }: { row: ListedPerson }) {
  const name = row.name ?? row.email ?? row.user_id;
  const words = foundByWords(row.found_by);
  return (
    <>
      <Link
        {...ROW_LINK}
        to="/users/$id"
        params={{ id: row.user_id === null ? `i:${row.install_id}` : `u:${row.user_id}` }}
        search={(before) => ({
          ...kept(before),
          install: row.user_id === null ? undefined : row.install_id,
        })}
        className={cn('link block truncate', name === null && 'mono')}
        title={row.user_id ?? row.install_id}
      >
        {name ?? row.install_id}
      </Link>
      {words && <span className="block truncate text-xs text-text-3">Found by {words}</span>}
    </>
  );
}

function Finding({ verdict }: { verdict: string }) {
  const { label, tone } = verdictWords(verdict);
  return (
    <Tag tone={tone}>
      <ShieldAlert aria-hidden />
      {label}
    </Tag>
  );
}

/** The filters of the list are of no use to one person; the days are taken along by the router. */
function kept(before: object): object {
  const { p_id } = before as { p_id?: string };
  return { p_id };
}
