import { Link } from '@tanstack/react-router';
import type { PersonRow } from '@trailmark/contract/people';
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

interface PeopleTableProps {
  /** Null while they load. */
  rows: PersonRow[] | null;
  /** These are still the rows of the filter before. */
  stale: boolean;
}

export function PeopleTable({ rows, stale }: PeopleTableProps) {
  const { timezone } = useProject();
  const { arrived } = useProjectWords();
  return (
    <Table label="People" className={cn('transition-opacity', stale && 'opacity-60')}>
      <TableHead>
        <TableRow>
          <TableHeaderCell>Person</TableHeaderCell>
          <TableHeaderCell>
            {arrived} <span className="font-normal">({zoneLabel(timezone, new Date())})</span>
          </TableHeaderCell>
          <TableHeaderCell>Credited to</TableHeaderCell>
          <TableHeaderCell>Match</TableHeaderCell>
          <TableHeaderCell>Country</TableHeaderCell>
          <TableHeaderCell>Device</TableHeaderCell>
          <TableHeaderCell>Last active</TableHeaderCell>
          <TableHeaderCell numeric>Paid</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows === null && <SkeletonRows rows={15} columns={8} />}
        {rows?.map((row) => (
          <PersonLine key={row.install_id} row={row} timezone={timezone} />
        ))}
      </TableBody>
    </Table>
  );
}

function PersonLine({ row, timezone }: { row: PersonRow; timezone: string }) {
  const name = row.name ?? row.email ?? row.user_id;
  return (
    <TableRow>
      <TableCell className="max-w-64">
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
      </TableCell>
      <TableCell className="num text-text-2">
        {row.installed_at ? (
          <time dateTime={row.installed_at}>{formatInstant(row.installed_at, timezone)}</time>
        ) : (
          'not opened yet'
        )}
      </TableCell>
      <TableCell className="max-w-64">
        <span className="flex items-center gap-2">
          <span className="truncate">{row.campaign_name ?? networkWords(row.network)}</span>
          {row.verdict !== 'clean' && <Finding verdict={row.verdict} />}
        </span>
      </TableCell>
      <TableCell className="text-text-2">{row.match_type ? matchWords(row.match_type) : NO_VALUE}</TableCell>
      <TableCell className="text-text-2">{countryWords(row.country)}</TableCell>
      <TableCell className="max-w-48 truncate text-text-2">
        {[platformWords(row.platform), row.model].filter(Boolean).join(' · ')}
      </TableCell>
      <TableCell className="num text-text-2">
        {row.last_active_on ? formatDay(row.last_active_on, { day: 'numeric', month: 'short' }) : NO_VALUE}
      </TableCell>
      <TableCell numeric>
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
