import type { ReactNode } from 'react';
import { SkeletonRows } from './skeleton.tsx';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from './table.tsx';

interface ListTableProps<Row> {
  label: string;
  /** Headings of all columns but the last, which has the actions of a row. */
  columns: readonly string[];
  /** Nothing while they load. */
  rows: readonly Row[] | null | undefined;
  /** How many rows the skeleton has. */
  expected: number;
  /** Draws a row, with its key. */
  children: (row: Row) => ReactNode;
}

/** On a phone the actions stay in sight, while the rest of a row scrolls beneath them. */
const ACTIONS_STAY =
  '[&_:is(td,th):last-child]:max-sm:sticky [&_:is(td,th):last-child]:max-sm:right-0 [&_td:last-child]:max-sm:bg-panel [&_td:last-child]:max-sm:pl-2 [&_td:last-child]:max-sm:shadow-[-10px_0_10px_-4px_var(--panel)]';

/** A short list whose rows have actions at their end. */
export function ListTable<Row>({ label, columns, rows, expected, children }: ListTableProps<Row>) {
  return (
    <Table label={label} className={ACTIONS_STAY}>
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <TableHeaderCell key={column}>{column}</TableHeaderCell>
          ))}
          <TableHeaderCell className="w-0">
            <span className="sr-only">Actions</span>
          </TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows ? rows.map(children) : <SkeletonRows rows={expected} columns={columns.length + 1} />}
      </TableBody>
    </Table>
  );
}
