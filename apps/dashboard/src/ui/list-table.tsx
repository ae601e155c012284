import type { CSSProperties, ReactNode } from 'react';
import { cn } from './cn.ts';
import { SkeletonRows } from './skeleton.tsx';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from './table.tsx';

interface ListColumn {
  label: string;
  /** Right-aligned with digits that line up. */
  numeric?: boolean;
  /** On a phone its cells are left out, too. */
  wideOnly?: boolean;
}

interface ListTableProps<Row> {
  label: string;
  /** Headings of all columns but the last, which has the actions of a row. */
  columns: readonly (string | ListColumn)[];
  /** Nothing while they load. */
  rows: readonly Row[] | null | undefined;
  /** How many rows the skeleton has. */
  expected: number;
  /** Draws a row, with its key. */
  children: (row: Row) => ReactNode;
}

/** Buttons are taller for fingers, and must not touch those of the next row. */
const ROOM_FOR_FINGERS = '[&_td]:pointer-coarse:py-1';

const WIDE_ONLY = 'max-sm:hidden';

/** Where a row is a block, each of its cells has its heading from here. */
export function headingVariables(headings: readonly string[]): CSSProperties {
  const variables = headings.map((label, at) => [`--head-${at + 1}`, JSON.stringify(label)]);
  return Object.fromEntries(variables) as CSSProperties;
}

/** A short list whose rows have actions at their end. */
export function ListTable<Row>({ label, columns, rows, expected, children }: ListTableProps<Row>) {
  const headings: ListColumn[] = columns.map((column) =>
    typeof column === 'string' ? { label: column } : column,
  );
  // The last column is as narrow as its actions.
  const cellClassName = (column: number) =>
    column > headings.length ? '*:w-4' : cn(headings[column - 1]?.wideOnly && WIDE_ONLY);
  return (
    <Table
      label={label}
      onPhones="blocks"
      className={ROOM_FOR_FINGERS}
      style={headingVariables(headings.map(({ label: heading }) => heading))}
    >
      <TableHead>
        <TableRow>
          {headings.map(({ label, numeric = false, wideOnly }) => (
            <TableHeaderCell key={label} numeric={numeric} className={cn(wideOnly && WIDE_ONLY)}>
              {label}
            </TableHeaderCell>
          ))}
          <TableHeaderCell className="w-0">
            <span className="sr-only">Actions</span>
          </TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows ? (
          rows.map(children)
        ) : (
          <SkeletonRows rows={expected} columns={headings.length + 1} cellClassName={cellClassName} />
        )}
      </TableBody>
    </Table>
  );
}
