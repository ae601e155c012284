import type { SkanReport } from '@trailmark/contract/skan-report';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import { WINDOW_WORDS } from '../skan-words.ts';

const count = new Intl.NumberFormat('en');
const SPLIT = ['low', 'medium', 'high', 'fine', 'none'] as const;
const HEADS = { low: 'Low', medium: 'Medium', high: 'High', fine: 'Fine instead', none: 'No value' };

/** Winning postbacks of version 4 and AdAttributionKit by coarse value, for each window. */
export function CoarseCard({ report: { coarse } }: { report: SkanReport }) {
  return (
    <Card>
      <CardHeader title="Coarse values" description="Winning postbacks of each conversion window." />
      <Table label="Coarse values by window" onPhones="fits">
        <TableHead>
          <TableRow>
            <TableHeaderCell>Window</TableHeaderCell>
            {SPLIT.map((name) => (
              <TableHeaderCell key={name} numeric>
                {HEADS[name]}
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {coarse.map((split, window) => (
            <TableRow key={WINDOW_WORDS[window]}>
              <TableCell>{WINDOW_WORDS[window]}</TableCell>
              {SPLIT.map((name) => (
                <TableCell key={name} numeric className={split[name] === 0 ? 'text-text-3' : undefined}>
                  {count.format(split[name])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
