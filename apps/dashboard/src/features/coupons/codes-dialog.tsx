import { useQuery } from '@tanstack/react-query';
import {
  COUPON_STATES,
  type CouponCodeRow,
  type CouponPool,
  withdrawCouponCodes,
} from '@trailmark/contract/coupon-pools';
import { Ban } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { call } from '../../api/client.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Select } from '../../ui/select.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast-store.ts';
import { codesQuery, useCouponChange } from './coupons-query.ts';

type CodeState = CouponCodeRow['state'];

const STATE_WORDS: Record<CodeState, string> = {
  free: 'Free',
  issued: 'Issued',
  used_up: 'Used up',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
};
const ALL = 'all';
const STATES = [
  { value: ALL, label: 'All states' },
  ...COUPON_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
];

/** The codes of a pool, by state and spelling. */
export function CodesDialog({ pool, onClose }: { pool: CouponPool; onClose: () => void }) {
  const { project_id } = useProject();
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<string>(ALL);
  const [cursor, setCursor] = useState<string | undefined>();
  const search = useDeferredValue(typed.trim()) || undefined;
  const filter = { pool_id: pool.pool_id, search, state: state === ALL ? undefined : (state as CodeState) };
  const codes = useQuery(codesQuery(project_id, { ...filter, cursor }));
  const narrow = (change: () => void) => {
    setCursor(undefined);
    change();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Codes of ${pool.name}`} className="w-[min(720px,calc(100vw-24px))]">
        <DialogBody>
          <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_180px]">
            <Input
              aria-label="Codes that begin with"
              placeholder="Find a code…"
              maxLength={32}
              value={typed}
              onChange={(event) => narrow(() => setTyped(event.target.value))}
            />
            <Select
              aria-label="State"
              options={STATES}
              value={state}
              onValueChange={(next) => narrow(() => setState(next))}
            />
          </div>
          {codes.isLoadingError ? (
            <LoadFailed what="the codes" query={codes} />
          ) : (
            <CodesTable codes={codes.data?.items} stale={codes.isPlaceholderData} />
          )}
          {(cursor || codes.data?.next_cursor) && (
            <div className="flex gap-2">
              <Button disabled={!cursor} onClick={() => setCursor(undefined)}>
                First page
              </Button>
              <Button
                disabled={!codes.data?.next_cursor}
                onClick={() => setCursor(codes.data?.next_cursor ?? undefined)}
              >
                Next page
              </Button>
            </div>
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

interface CodesTableProps {
  codes: readonly CouponCodeRow[] | undefined;
  /** These are still the codes of the filter before. */
  stale: boolean;
}

function CodesTable({ codes, stale }: CodesTableProps) {
  if (codes?.length === 0) return <p className="py-6 text-center text-sm text-text-3">No code matches.</p>;
  return (
    <div
      aria-busy={!codes || stale}
      className={cn('overflow-hidden rounded-md border border-line bg-panel', stale && 'opacity-60')}
    >
      <ListTable label="Codes" columns={['Code', 'State', 'Uses']} rows={codes} expected={5}>
        {(row) => <CodeRow key={row.code} row={row} />}
      </ListTable>
    </div>
  );
}

/** What can still be redeemed. */
const WITHDRAWABLE: readonly CodeState[] = ['free', 'issued'];

function CodeRow({ row }: { row: CouponCodeRow }) {
  const mayEdit = useMay()('campaigns.edit');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <TableRow>
      <TableCell className="mono">{row.code}</TableCell>
      <TableCell>
        <Tag>{STATE_WORDS[row.state]}</Tag>
      </TableCell>
      <TableCell className="num">
        {row.uses} of {row.max_uses}
      </TableCell>
      <TableCell>
        {mayEdit && WITHDRAWABLE.includes(row.state) && (
          <IconButton size="sm" label={`Withdraw ${row.code}`} onClick={() => setIsAsking(true)}>
            <Ban aria-hidden />
          </IconButton>
        )}
        {isAsking && <WithdrawDialog row={row} onClose={() => setIsAsking(false)} />}
      </TableCell>
    </TableRow>
  );
}

function WithdrawDialog({ row, onClose }: { row: CouponCodeRow; onClose: () => void }) {
  const { project_id } = useProject();
  const withdraw = useCouponChange(() =>
    call(withdrawCouponCodes, { query: { project_id }, body: { codes: [row.code] } }),
  );
  const confirm = async () => {
    await withdraw.mutateAsync(undefined);
    toast({ title: `${row.code} is withdrawn` });
  };
  const holder = row.state === 'issued' ? ' The person who has it can no longer redeem it.' : '';
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Withdraw ${row.code}?`}
      text={`It can no longer be issued or redeemed.${holder} This cannot be undone.`}
      confirmLabel="Withdraw code"
      onConfirm={confirm}
    />
  );
}
