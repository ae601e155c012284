import { Link } from '@tanstack/react-router';
import type { SkanEvent, SkanReport } from '@trailmark/contract/skan-report';
import { changeAddress } from '../../../address/address-state.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { NO_VALUE } from '../../../report/format-value.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardFooter, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import { listInWords } from '../../../words/list-in-words.ts';
import { DEFAULT_SKAN_VIEW, SKAN_VIEW } from '../skan-view.ts';
import { WINDOW_WORDS } from '../skan-words.ts';
import { expectedInWords, limitsInWords } from './amount-words.ts';

const count = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** What the values mean, by the schema that was active when the installs were. */
export function DecodedCard({ report }: { report: SkanReport }) {
  const may = useMay();
  const { events, undecoded, schema_versions } = report;
  return (
    <Card>
      <CardHeader
        title="Decoded events and revenue"
        description="Each value is decoded by the schema version that was active when the install was. Postbacks without a value are in no range: their number is the null rate."
      />
      {schema_versions.length === 0 ? (
        <EmptyState
          title="No schema was active"
          text="Values can only be decoded by the schema that your app used. Postbacks of installs before its activation cannot be decoded."
          action={
            may('connections.see') && (
              <Button asChild>
                <Link to="." search={changeAddress(SKAN_VIEW, DEFAULT_SKAN_VIEW, { tab: 'schema' })}>
                  View the schema
                </Link>
              </Button>
            )
          }
        />
      ) : (
        <DecodedTable report={report} events={events} />
      )}
      <CardFooter>
        <span>{versionWords(schema_versions)}</span>
        {undecoded > 0 && (
          <span>
            {count.format(undecoded)} winning {undecoded === 1 ? 'postback has' : 'postbacks have'} a value
            that no schema explains.
          </span>
        )}
      </CardFooter>
    </Card>
  );
}

function versionWords(versions: readonly number[]): string {
  if (versions.length === 0) return 'Decoded by no schema.';
  const numbers = listInWords(versions.map(String), 'and');
  return `Decoded by schema ${versions.length === 1 ? 'version' : 'versions'} ${numbers}.`;
}

function DecodedTable({ report, events }: { report: SkanReport; events: readonly SkanEvent[] }) {
  const { currency } = useProject();
  const { revenue } = report.total;
  return (
    <Table label="Decoded events and revenue" onPhones="fits">
      <TableHead>
        <TableRow>
          <TableHeaderCell className="max-sm:w-full">Event</TableHeaderCell>
          <TableHeaderCell className="max-sm:hidden">Window</TableHeaderCell>
          <TableHeaderCell numeric>At&nbsp;least</TableHeaderCell>
          <TableHeaderCell numeric>Expected</TableHeaderCell>
          <TableHeaderCell numeric>At&nbsp;most</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {events.map(({ window, name, low, expected, high }) => (
          <TableRow key={`${window} ${name}`}>
            <TableCell className="max-w-72 truncate" title={name}>
              {name}
              <span className="block text-sm text-text-2 sm:hidden">{WINDOW_WORDS[window]}</span>
            </TableCell>
            <TableCell className="text-text-2 max-sm:hidden">{WINDOW_WORDS[window]}</TableCell>
            <TableCell numeric>{count.format(low)}</TableCell>
            <TableCell numeric>{expected === null ? NO_VALUE : count.format(expected)}</TableCell>
            <TableCell numeric>{count.format(high)}</TableCell>
          </TableRow>
        ))}
        <TableRow total>
          <TableCell>Revenue</TableCell>
          <TableCell className="font-normal text-text-2 max-sm:hidden">All windows</TableCell>
          <TableCell numeric colSpan={3} className="max-sm:py-1.5 max-sm:whitespace-normal">
            {revenue
              ? `${expectedInWords(report.total, currency)} expected, ${limitsInWords(revenue, currency)}`
              : 'The schema has no revenue'}
          </TableCell>
        </TableRow>
      </TableBody>
    </Table>
  );
}
