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
  mismatch: 'Signature does not match the request',
  unknown_key: 'Key id unknown or switched off',
  old_timestamp: 'Clock of the device more than 5 minutes off',
  unknown_version: 'Version of the signature unknown',
};

const number = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const SMALLEST = 0.001;
/** What there is a little of is not nothing. */
const shareInWords = (share: number) =>
  share < SMALLEST ? `< ${percent.format(SMALLEST)}` : percent.format(share);

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
            <TableHeaderCell numeric className="max-sm:hidden">
              Latest day
            </TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sums.map(({ outcome, count, share, latestDay }) => (
            <TableRow key={outcome}>
              <TableCell className="py-1.5 whitespace-normal">{WORDS[outcome]}</TableCell>
              <TableCell numeric>{number.format(count)}</TableCell>
              <TableCell numeric>{shareInWords(share)}</TableCell>
              <TableCell numeric className="max-sm:hidden">
                {latestDay}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
