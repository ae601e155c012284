import {
  SIGNATURE_DAYS,
  type SignatureDay,
  type SignatureOutcome,
} from '@trailmark/contract/sdk-credentials';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { signatureSums } from './signature-sums.ts';

const WORDS: Record<SignatureOutcome, string> = {
  valid: 'Signed correctly',
  missing: 'Not signed',
  mismatch: 'Signature does not fit the request',
  unknown_key: 'Key id unknown or switched off',
  old_timestamp: 'Clock of the device more than 5 minutes off',
  unknown_version: 'Version of the signature unknown',
};

const number = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** Is it time to require signatures? */
export function SignatureCounts({ days }: { days: SignatureDay[] }) {
  const sums = signatureSums(days);
  if (sums.length === 0) return <p className="text-sm text-text-2">No request was counted yet.</p>;
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <Table label="How requests were signed">
        <TableHead>
          <TableRow>
            <TableHeaderCell>Last {SIGNATURE_DAYS} days</TableHeaderCell>
            <TableHeaderCell numeric>Requests</TableHeaderCell>
            <TableHeaderCell numeric>Share</TableHeaderCell>
            <TableHeaderCell numeric>Latest day</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sums.map(({ outcome, count, share, latestDay }) => (
            <TableRow key={outcome}>
              <TableCell>{WORDS[outcome]}</TableCell>
              <TableCell numeric>{number.format(count)}</TableCell>
              <TableCell numeric>{percent.format(share)}</TableCell>
              <TableCell numeric>{latestDay}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
