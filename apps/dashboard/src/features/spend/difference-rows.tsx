import { useInfiniteQuery } from '@tanstack/react-query';
import type { Output } from '@trailmark/contract/call';
import type { DifferenceCause, listDifferenceRows } from '@trailmark/contract/network-spend';
import type { CreditedNetwork } from '@trailmark/contract/networks';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { LoadMore } from '../../failures/load-more.tsx';
import { useProject } from '../../project/current-project.tsx';
import { zoneLabel } from '../../project/zone-label.ts';
import { formatDays } from '../../report/calendar-day.ts';
import { PersonLink } from '../../report/person-link.tsx';
import { useToday } from '../../report/use-report-range.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Sheet, SheetCloseButton, SheetContent } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { matchWords } from '../../words/attribution-words.ts';
import { formatInstant } from '../../words/format-instant.ts';
import { NETWORK_WORDS } from '../../words/network-name.ts';
import { causeWords } from './difference-words.ts';
import { type DifferenceQuery, differenceRowsQuery } from './spend-query.ts';

type DifferenceRow = Output<typeof listDifferenceRows>['items'][number];

interface DifferenceRowsProps {
  query: DifferenceQuery;
  /** Null: none is open. */
  cause: DifferenceCause | null;
  onClose: () => void;
}

/** The installs behind a cause. */
export function DifferenceRows({ query, cause, onClose }: DifferenceRowsProps) {
  const network = NETWORK_WORDS[query.kind];
  const words = cause && causeWords(cause, { network, isMore: true });
  return (
    <Sheet open={cause !== null} onOpenChange={(open) => !open && onClose()}>
      {cause && words && (
        <SheetContent title={words.title} side="right" className="w-[min(820px,100vw)] gap-4 pb-5">
          <Header query={query} title={words.title} />
          {words.noRows ? (
            <EmptyState title="No installs to list" text={words.noRows} />
          ) : (
            <Rows query={query} cause={cause} />
          )}
        </SheetContent>
      )}
    </Sheet>
  );
}

function Header({ query, title }: { query: DifferenceQuery; title: string }) {
  const today = useToday();
  return (
    <header className="flex items-start gap-3 px-4 pt-4">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-xl font-semibold tracking-[-0.01em]">{title}</p>
        <p className="num text-sm text-text-3">
          {NETWORK_WORDS[query.kind]} · {formatDays(query.from, query.to, today)}
        </p>
      </div>
      <SheetCloseButton />
    </header>
  );
}

function Rows({ query, cause }: { query: DifferenceQuery; cause: DifferenceCause }) {
  const list = useInfiniteQuery(differenceRowsQuery(query, cause));
  const { timezone } = useProject();
  const rows = list.data?.pages.flatMap((page) => page.items) ?? null;
  if (list.isLoadingError) return <LoadFailed what="the installs" query={list} />;
  if (rows?.length === 0) {
    return (
      <EmptyState
        title="No installs left"
        text="The numbers have changed since then. Close this to see them."
      />
    );
  }
  return (
    <div aria-busy={list.isFetching}>
      <Table label="Installs">
        <TableHead>
          <TableRow>
            <TableHeaderCell>Install</TableHeaderCell>
            <TableHeaderCell>
              Installed <span className="font-normal">({zoneLabel(timezone, new Date())})</span>
            </TableHeaderCell>
            <TableHeaderCell>Ad touched</TableHeaderCell>
            <TableHeaderCell>Counted by</TableHeaderCell>
            <TableHeaderCell>Credited to</TableHeaderCell>
            <TableHeaderCell>Match</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows === null && <SkeletonRows rows={8} columns={6} />}
          {rows?.map((row) => (
            <Row key={row.install_id} row={row} network={NETWORK_WORDS[query.kind]} />
          ))}
        </TableBody>
      </Table>
      <LoadMore what="more installs" query={list} />
    </div>
  );
}

function Row({ row, network }: { row: DifferenceRow; network: string }) {
  const { timezone } = useProject();
  const credited = NETWORK_WORDS[row.credited_network as CreditedNetwork] ?? row.credited_network;
  return (
    <TableRow>
      <TableCell>
        <PersonLink install_id={row.install_id} user_id={null} />
      </TableCell>
      <TableCell className="num text-text-2">{formatInstant(row.installed_at, timezone)}</TableCell>
      <TableCell className="num text-text-2">
        {row.touched_at ? formatInstant(row.touched_at, timezone) : '–'}
      </TableCell>
      <TableCell>Only {row.counts === 1 ? network : 'Trailmark'}</TableCell>
      <TableCell>{credited}</TableCell>
      <TableCell className="text-text-2">{matchWords(row.match_type)}</TableCell>
    </TableRow>
  );
}
