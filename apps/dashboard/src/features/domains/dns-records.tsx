import type { Domain } from '@trailmark/contract/domains';
import { cn } from '../../ui/cn.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

interface DnsRecordsProps {
  domain: Domain;
  className?: string;
}

/** What to set where the domain is managed; each value with a button that copies it. */
export function DnsRecords({ domain, className }: DnsRecordsProps) {
  const { records, verified_by, host } = domain;
  return (
    <div className={cn('grid grid-cols-[minmax(0,1fr)] gap-2', className)}>
      <div className="overflow-hidden rounded-md border border-line">
        <Table label={`DNS records of ${host}`}>
          <TableHead>
            <TableRow>
              <TableHeaderCell>Type</TableHeaderCell>
              <TableHeaderCell>Name</TableHeaderCell>
              <TableHeaderCell>Value</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {records.map(({ type, name, value }) => (
              <TableRow key={type}>
                <TableCell className="mono w-0">{type}</TableCell>
                <TableCell>
                  <Copyable value={name} label={`Copy the name of the ${type} record`} />
                </TableCell>
                <TableCell>
                  <Copyable value={value} label={`Copy the value of the ${type} record`} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      <p className="text-sm text-text-2">
        {records.length > 1
          ? 'Set both. The TXT record proves that the domain is yours. The CNAME record brings visitors here; a domain that cannot have one needs an address record (A or AAAA) that leads here.'
          : 'It proves that the domain is yours. Also point an address record (A or AAAA) at this installation.'}
        {verified_by && ` Verified by the ${verified_by.toUpperCase()} record.`}
      </p>
    </div>
  );
}

function Copyable({ value, label }: { value: string; label: string }) {
  return (
    <span className="flex items-center gap-1">
      <span className="mono select-all">{value}</span>
      <CopyButton value={value} label={label} />
    </span>
  );
}
