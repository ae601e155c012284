import { useQuery } from '@tanstack/react-query';
import type { NetworkAd } from '@trailmark/contract/network-spend';
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { ConnectionMark } from '../../project/connection-mark.tsx';
import { useProject } from '../../project/current-project.tsx';
import { formatValue } from '../../report/format-value.ts';
import { cn } from '../../ui/cn.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { NETWORK_WORDS } from '../../words/network-name.ts';
import { BelongsTo, MatchActions } from './ad-match.tsx';
import { adKey, adsBelow, LEVEL_WORDS, spentWords } from './match-words.ts';
import { adsBelowQuery, MOST_BELOW } from './spend-query.ts';

/** A campaign of a network; its ad sets and ads come when it is opened. */
export function AdRow({ ad, mayMatch }: { ad: NetworkAd; mayMatch: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <AdCells ad={ad} mayMatch={mayMatch}>
        <IconButton
          label={`Ad sets and ads of ${ad.name}`}
          tooltip={false}
          size="sm"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="-ml-1.5"
        >
          <ChevronRight aria-hidden className={cn('transition-transform', isOpen && 'rotate-90')} />
        </IconButton>
        <span className="contents max-sm:hidden">
          <ConnectionMark kind={ad.kind} size="sm" />
        </span>
        <span className="grid min-w-0">
          <AdName ad={ad} className="font-medium" />
          <span className="truncate text-xs text-text-3">
            {NETWORK_WORDS[ad.kind]} · {ad.account_name}
          </span>
        </span>
      </AdCells>
      {isOpen && <Below ad={ad} mayMatch={mayMatch} />}
    </>
  );
}

interface AdCellsProps {
  ad: NetworkAd;
  mayMatch: boolean;
  /** What it is. */
  children: ReactNode;
}

const COUNT = { unit: 'count' } as const;

function AdCells({ ad, mayMatch, children }: AdCellsProps) {
  const { currency } = useProject();
  return (
    <TableRow>
      <TableCell className="max-w-80 min-w-48 py-1 sm:min-w-60">
        <span className="flex items-center gap-2">{children}</span>
      </TableCell>
      <TableCell className="max-w-96 py-1 sm:min-w-72">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <BelongsTo ad={ad} />
          {mayMatch && <MatchActions ad={ad} />}
        </span>
      </TableCell>
      <TableCell numeric>{spentWords(ad) ?? '–'}</TableCell>
      <TableCell numeric>{formatValue(COUNT, ad.impressions, { currency })}</TableCell>
      <TableCell numeric>{formatValue(COUNT, ad.clicks, { currency })}</TableCell>
      <TableCell numeric>{formatValue(COUNT, ad.installs, { currency })}</TableCell>
    </TableRow>
  );
}

/** Names of ads often have no spaces: a line may end after a part. */
const partsOf = (name: string) =>
  name.split(/(?<=[_/|])/).map((part, nth, parts) => ({ part, start: parts.slice(0, nth).join('').length }));

/** On a phone a long name takes two lines: its end is what distinguishes it. */
function AdName({ ad, className }: { ad: NetworkAd; className?: string }) {
  return (
    <span
      className={cn(
        'truncate max-sm:line-clamp-2 max-sm:[overflow-wrap:anywhere] max-sm:whitespace-normal',
        className,
      )}
      title={ad.name}
    >
      {partsOf(ad.name).map(({ part, start }) => (
        <Fragment key={start}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

const COLUMNS = 6;

function Below({ ad, mayMatch }: { ad: NetworkAd; mayMatch: boolean }) {
  const { project_id } = useProject();
  const below = useQuery(adsBelowQuery(project_id, ad));
  if (below.isLoadingError) {
    return (
      <TableRow>
        <TableCell colSpan={COLUMNS}>
          <LoadFailed what="the ad sets and ads" query={below} />
        </TableCell>
      </TableRow>
    );
  }
  if (!below.data) return <SkeletonRows rows={4} columns={COLUMNS} />;
  return (
    <>
      {adsBelow(below.data.items).map((one) => (
        <AdCells key={adKey(one)} ad={one} mayMatch={mayMatch}>
          <span className={cn('grid min-w-0', one.level === 'ad' ? 'pl-8 sm:pl-16' : 'pl-5 sm:pl-10')}>
            <AdName ad={one} />
            <span className="text-xs text-text-3">{LEVEL_WORDS[one.level]}</span>
          </span>
        </AdCells>
      ))}
      {below.data.next_cursor !== null && (
        <TableRow>
          <TableCell colSpan={COLUMNS} className="text-sm text-text-3">
            Only the {MOST_BELOW} that cost most are listed.
          </TableCell>
        </TableRow>
      )}
    </>
  );
}
