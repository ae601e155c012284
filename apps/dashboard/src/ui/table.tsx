import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { cn } from './cn.ts';
import { ColumnPager } from './column-pager.tsx';
import { ROW_HANDLERS, rowLinkStyle } from './row-link.ts';
import { useOverflow } from './use-overflow.ts';

/** How a table with many columns uses the little room of a phone: table.css. */
type OnPhones =
  /** The first column stays in sight beside two others; the rest are a swipe away, never cut. */
  | 'columns'
  /** Everything fits: cells are closer together, names and headings have several lines. */
  | 'fits'
  /** Each row is a block: its name and actions, below them every other cell with its heading. */
  | 'blocks'
  /** The table has a way of its own. */
  | 'own';

interface TableProps extends ComponentProps<'table'> {
  /** Names the table and its scroller. */
  label: string;
  onPhones?: OnPhones;
  /** Classes of the scroller, such as a largest height; then the header stays in sight. */
  scrollerClassName?: string;
  /** False where every cell can be reached by keyboard, which scrolls too. */
  isTabStop?: boolean;
}

export function Table(props: TableProps) {
  const { label, onPhones = 'columns', scrollerClassName, isTabStop = true, className, ...rest } = props;
  const scroller = useRef<HTMLElement>(null);
  const overflows = useOverflow(scroller);
  // A tab stop only while there is something to scroll to.
  const reachable = isTabStop && overflows ? { tabIndex: 0 } : {};
  return (
    <section
      ref={scroller}
      data-slot="table-scroller"
      data-phones={onPhones}
      aria-label={label}
      className={cn('relative w-full overflow-auto focus-visible:-outline-offset-2', scrollerClassName)}
      {...reachable}
    >
      {onPhones === 'columns' && overflows && <ColumnPager scroller={scroller} />}
      <table
        data-slot="table"
        aria-label={label}
        className={cn('w-full border-separate border-spacing-0', className)}
        {...rest}
      />
    </section>
  );
}

export function TableHead({ className, ...props }: ComponentProps<'thead'>) {
  return <thead data-slot="table-head" className={cn('sticky top-0 z-[1]', className)} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return (
    <tbody data-slot="table-body" className={cn('[&>tr:last-child>td]:border-b-0', className)} {...props} />
  );
}

interface TableRowProps extends ComponentProps<'tr'> {
  /** A sum: bold, raised, with a stronger line. */
  total?: boolean;
  selected?: boolean;
}

export function TableRow({ total, selected, className, ...props }: TableRowProps) {
  return (
    <tr
      data-slot="table-row"
      data-selected={selected || undefined}
      data-total={total || undefined}
      className={cn(
        'group/row data-[selected]:*:bg-accent-soft',
        rowLinkStyle,
        total && 'font-semibold *:border-line-strong *:bg-raised',
        className,
      )}
      {...ROW_HANDLERS}
      {...props}
    />
  );
}

interface CellExtras {
  /** Right-aligned with digits that line up. */
  numeric?: boolean;
}

interface TableHeaderCellProps extends ComponentProps<'th'>, CellExtras {
  /** Given for every sortable column: 'asc' or 'desc' on the one that sorts, null on the others. */
  sort?: 'asc' | 'desc' | null;
  onSort?: () => void;
}

export function TableHeaderCell(props: TableHeaderCellProps) {
  const { numeric, sort, onSort, className, children, ...rest } = props;
  const order = sort === 'asc' ? 'ascending' : sort === 'desc' ? 'descending' : undefined;
  return (
    <th
      scope="col"
      data-slot="table-header-cell"
      aria-sort={order}
      className={cn(
        'h-[34px] border-b border-line bg-panel px-3 text-left text-[12px] font-medium whitespace-nowrap text-text-3 first:pl-4 last:pr-4',
        numeric && 'num text-right',
        className,
      )}
      {...rest}
    >
      {onSort ? (
        <SortButton sort={sort ?? null} onSort={onSort} numeric={numeric}>
          {children}
        </SortButton>
      ) : (
        children
      )}
    </th>
  );
}

interface SortButtonProps extends CellExtras {
  sort: 'asc' | 'desc' | null;
  onSort: () => void;
  children: ReactNode;
}

function SortButton({ sort, onSort, numeric, children }: SortButtonProps) {
  const Arrow = sort === 'asc' ? ArrowUp : sort === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={onSort}
      className={cn(
        'group/sort -mx-1 inline-flex h-6 items-center pointer-coarse:h-9 gap-1 rounded-xs px-1 hover:text-text',
        numeric && 'flex-row-reverse',
        sort && 'text-text',
      )}
    >
      {children}
      <Arrow
        aria-hidden
        className={cn(
          'size-3',
          !sort && 'opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100',
        )}
      />
    </button>
  );
}

export function TableCell({ numeric, className, ...props }: ComponentProps<'td'> & CellExtras) {
  return (
    <td
      data-slot="table-cell"
      className={cn(
        'h-row border-b border-line px-3 whitespace-nowrap transition-colors first:pl-4 last:pr-4',
        numeric && 'num text-right',
        className,
      )}
      {...props}
    />
  );
}
