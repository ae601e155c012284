import { useQuery } from '@tanstack/react-query';
import type { SkanOverlap } from '@trailmark/contract/skan-report';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { formatDays } from '../../../report/calendar-day.ts';
import { useToday } from '../../../report/use-report-range.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { CardLoading } from '../../../ui/card-loading.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import { skanNetworkWords } from '../skan-words.ts';
import { type Overlap, overlapQuery, type SkanDays } from './skan-query.ts';

const count = new Intl.NumberFormat('en');

const HEADS = {
  skan_installs: 'SKAN',
  user_installs: 'User-level',
  in_both: 'Probably in both',
  together: 'Together',
  consented: 'With consent',
  most_in_both: 'At most in both',
};
const COLUMNS = Object.keys(HEADS) as (keyof typeof HEADS)[];

/** User-level and SKAN installs side by side, and how many are probably the same. */
export function OverlapCard({ days }: { days: SkanDays }) {
  const overlap = useQuery(overlapQuery(days));
  const today = useToday();
  if (overlap.isLoadingError) {
    return (
      <Card>
        <LoadFailed what="the combined view" query={overlap} />
      </Card>
    );
  }
  const { data } = overlap;
  if (!data) return <CardLoading className="h-[260px]" lines={3} />;
  return (
    <Card aria-busy={overlap.isFetching}>
      <CardHeader
        title="User-level and SKAN installs together"
        description={`Installs of ${formatDays(data.from, data.to, today)} by network: SKAN by estimated install day, user-level on iOS by day of install.`}
      />
      {data.networks.length === 0 ? (
        <EmptyState title="No installs of either kind" text="Choose more days." />
      ) : (
        <>
          <OverlapTable overlap={data} />
          <Arithmetic overlap={data} />
        </>
      )}
    </Card>
  );
}

function OverlapTable({ overlap: { networks, total } }: { overlap: Overlap }) {
  return (
    <Table label="User-level and SKAN installs by network" onPhones="columns">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Network</TableHeaderCell>
          {COLUMNS.map((name) => (
            <TableHeaderCell key={name} numeric>
              {HEADS[name]}
            </TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {networks.map(({ network, ...row }) => (
          <TableRow key={network}>
            <TableCell>{skanNetworkWords(network)}</TableCell>
            <Numbers row={row} />
          </TableRow>
        ))}
        <TableRow total>
          <TableCell>Total</TableCell>
          <Numbers row={total} />
        </TableRow>
      </TableBody>
    </Table>
  );
}

function Numbers({ row }: { row: Omit<SkanOverlap, 'network'> }) {
  return COLUMNS.map((name) => (
    <TableCell key={name} numeric>
      {count.format(row[name])}
    </TableCell>
  ));
}

function Arithmetic({ overlap: { total, other_user_installs } }: { overlap: Overlap }) {
  const { user_installs, skan_installs, in_both, most_in_both, together } = total;
  return (
    <CardBody className="grid gap-2 border-t border-line pt-3 text-sm text-text-2">
      <p className="num text-text">
        {count.format(user_installs)} user-level + {count.format(skan_installs)} SKAN −{' '}
        {count.format(in_both)} probably in both = {count.format(together)} installs
      </p>
      <p className="max-w-[80ch]">
        Of each network, installs with consent are taken to be in both, up to what SKAN counts: Apple sends a
        postback about the same install. Installs without consent were credited by links, about which Apple
        knows nothing. If those were in SKAN as well, {count.format(most_in_both)} would be in both, and{' '}
        {count.format(user_installs + skan_installs - most_in_both)} installs would remain. If no install were
        in both, there would be {count.format(user_installs + skan_installs)}.
      </p>
      {other_user_installs > 0 && (
        <p>
          {count.format(other_user_installs)} more user-level installs on iOS are organic or of sources
          without SKAN.
        </p>
      )}
    </CardBody>
  );
}
