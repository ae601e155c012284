import { useProjectWords } from '../../project/project-words.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

interface Counts {
  clicks: number;
  attributed_installs: number;
  organic_installs: number;
  events: number;
}

interface UsageTableProps {
  label: string;
  head: string;
  /** Null while they load. */
  rows: readonly (Counts & { key: string; name: string })[] | null;
  total: Counts | null;
  /** The row that the chart shows. */
  shown: string;
}

const number = new Intl.NumberFormat('en');

export function UsageTable({ label, head, rows, total, shown }: UsageTableProps) {
  const { newInstalls } = useProjectWords();
  return (
    <Table label={label}>
      <TableHead>
        <TableRow>
          <TableHeaderCell>{head}</TableHeaderCell>
          <TableHeaderCell numeric>Attributed {newInstalls}</TableHeaderCell>
          <TableHeaderCell numeric>Organic {newInstalls}</TableHeaderCell>
          <TableHeaderCell numeric>Clicks</TableHeaderCell>
          <TableHeaderCell numeric>Events</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows === null && <SkeletonRows rows={4} columns={5} />}
        {rows?.map((row) => (
          <TableRow key={row.key} selected={row.key === shown}>
            <TableCell>{row.name}</TableCell>
            <Cells counts={row} />
          </TableRow>
        ))}
        {total && (
          <TableRow total>
            <TableCell>Total</TableCell>
            <Cells counts={total} />
          </TableRow>
        )}
      </TableBody>
    </Table>
  );
}

function Cells({ counts }: { counts: Counts }) {
  return (
    <>
      <TableCell numeric>{number.format(counts.attributed_installs)}</TableCell>
      <TableCell numeric>{number.format(counts.organic_installs)}</TableCell>
      <TableCell numeric>{number.format(counts.clicks)}</TableCell>
      <TableCell numeric>{number.format(counts.events)}</TableCell>
    </>
  );
}
