import { useLocation, useRouter } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { GroupRow } from '@trailmark/contract/campaign-report';
import {
  type CSSProperties,
  type UIEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useProject } from '../../../project/current-project.tsx';
import { cn } from '../../../ui/cn.ts';
import { ColumnPager } from '../../../ui/column-pager.tsx';
import type { Selection } from '../bulk/use-selection.ts';
import { CampaignLine } from './campaign-line.tsx';
import { CampaignWay } from './campaign-link.tsx';
import { EmptyLine, GroupLine } from './group-line.tsx';
import { TableHeader } from './table-header.tsx';
import {
  columnLength,
  firstWidths,
  hasNetwork,
  menuLength,
  networkStyle,
  phoneScroll,
  tableWidth,
} from './table-layout.ts';
import { type TableLine, type TableRows, tableLines } from './table-lines.ts';
import type { TableState } from './table-state.ts';

const OVERSCAN = 12;
const LOADING_LINES = 12;
/** So many lines before the end the next page is loaded. */
const AHEAD = 80;

interface CampaignsTableProps {
  /** Null while they load. */
  rows: TableRows | null;
  columns: readonly string[];
  state: TableState;
  period: string | null;
  /** These are still the rows of the previous query. */
  stale: boolean;
  hasMore: boolean;
  onMore: () => void;
  below: ReadonlyMap<string, readonly GroupRow[] | string | null>;
  onToggle: (campaignId: string) => void;
  /** Null where nothing can be selected. */
  selection: Selection | null;
  onSort: (key: string) => void;
}

/** The table draws only the lines in sight, so that ten thousand scroll like ten. */
export function CampaignsTable(props: CampaignsTableProps) {
  const { rows, columns, period, stale, hasMore, onMore, below } = props;
  const scroller = useRef<HTMLElement>(null);
  const [scrolled, setScrolled] = useState(false);
  const lines = useMemo(
    () => (rows ? tableLines({ items: rows.items, groups: rows.groups, hasMore, below }) : []),
    [rows, hasMore, below],
  );
  const isPhone = useIsPhone();
  const lineHeight = isPhone ? ON_PHONE : USUAL;
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: OVERSCAN,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was counted with another height counts no more
  useEffect(() => virtual.measure(), [virtual, lineHeight]);
  const shown = virtual.getVirtualItems();
  const first = shown[0];
  const last = shown.at(-1);
  const isNearEnd = hasMore && last !== undefined && last.index >= lines.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, onMore]);
  const onScroll = (event: UIEvent) => setScrolled(event.currentTarget.scrollLeft > 0);
  const { platform } = useProject();
  const look = { platform, isCompared: period !== null, isPhone };
  const way = useCampaignWay();
  return (
    <CampaignWay value={way}>
      <section
        ref={scroller}
        aria-label="Campaigns"
        // Lines come and go while somebody scrolls: the scroller itself is what the keyboard moves.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls can be reached by keyboard
        tabIndex={0}
        data-scrolled={scrolled || undefined}
        data-networkless={!hasNetwork(props.state.group) || undefined}
        onScroll={onScroll}
        style={{ '--row': `${lineHeight}px` } as CSSProperties}
        className={cn(
          'group/table relative max-h-[max(320px,calc(100dvh-222px))] overflow-auto overscroll-x-contain focus-visible:-outline-offset-2',
          phoneScroll,
        )}
      >
        {isPhone && rows && <ColumnPager key={columns.join()} scroller={scroller} />}
        <table
          aria-label="Campaigns"
          aria-rowcount={rows ? rows.count + 2 : -1}
          className={cn(
            firstWidths,
            'w-full table-fixed border-separate border-spacing-0 transition-opacity',
            stale && 'opacity-60',
          )}
          style={{ minWidth: tableWidth(columns, look) }}
        >
          <colgroup>
            <col style={{ width: 'var(--name)' }} />
            <col className={networkStyle} style={{ width: 'var(--network)' }} />
            {columns.map((key) => (
              <col key={key} style={{ width: columnLength(key, look) }} />
            ))}
            <col style={{ width: menuLength(look) }} />
          </colgroup>
          <TableHeader
            rows={rows}
            columns={columns}
            state={props.state}
            period={period}
            selection={props.selection}
            onSort={props.onSort}
          />
          <tbody className="[&>tr:last-child>td]:border-b-0">
            {rows === null &&
              Array.from({ length: LOADING_LINES }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
                <EmptyLine key={index} columns={columns.length} text={null} />
              ))}
            <Spacer height={first?.start ?? 0} />
            {shown.map(({ index }) => {
              const line = lines[index];
              return line && <Line key={line.key} line={line} index={index + 3} {...props} />;
            })}
            <Spacer height={last ? virtual.getTotalSize() - last.end : 0} />
          </tbody>
        </table>
      </section>
    </CampaignWay>
  );
}

/** Holds the place of the lines that are not drawn. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height }} className="p-0" />
    </tr>
  );
}

function Line({ line, index, ...props }: CampaignsTableProps & { line: TableLine; index: number }) {
  const { columns, state, period, selection, below, onToggle } = props;
  const common = { columns, state, period, index };
  if (line.kind === 'group') return <GroupLine row={line.row} depth={line.depth} {...common} />;
  if (line.kind !== 'campaign') {
    return <EmptyLine columns={columns.length} text={line.kind === 'note' ? line.text : null} />;
  }
  return (
    <CampaignLine
      campaign={line.row}
      selected={selection ? selection.ids.has(line.key) : null}
      open={below.has(line.key)}
      onSelect={selection?.select ?? ignore}
      onToggle={onToggle}
      {...common}
    />
  );
}

function ignore(): void {}

const TO = '/campaigns/$campaign_id';
/** A placeholder that is replaced by an id. */
const ID_PLACEHOLDER = 'of-campaign';

/** How a table leads to its campaigns; the project and the days go along. */
function useCampaignWay() {
  const router = useRouter();
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another project or other days
  return useMemo(() => {
    const { href } = router.buildLocation({ to: TO, params: { campaign_id: ID_PLACEHOLDER } });
    return {
      href: (campaignId: string) => href.replace(ID_PLACEHOLDER, campaignId),
      go: (campaignId: string) => void router.navigate({ to: TO, params: { campaign_id: campaignId } }),
    };
  }, [router, search]);
}

const USUAL = 36;
/** Names take two lines more often, and fingers need more room. */
const ON_PHONE = 44;

const phone = window.matchMedia('(width < 40rem)');

function follow(onChange: () => void): () => void {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}

/** The virtual list counts on the height of a line. */
const useIsPhone = () => useSyncExternalStore(follow, () => phone.matches);
