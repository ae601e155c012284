import { useQuery } from '@tanstack/react-query';
import {
  COUPON_STATES,
  type CouponCodeRow,
  type CouponPool,
  withdrawCouponCodes,
} from '@trailmark/contract/coupon-pools';
import { useDeferredValue, useState } from 'react';
import { call } from '../../api/client.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx';
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
            <ListTable
              label="Codes"
              columns={['Code', 'State', 'Uses']}
              rows={codes.data?.items}
              expected={5}
            >
              {(row) => <CodeRow key={row.code} row={row} />}
            </ListTable>
          )}
          {codes.data?.items.length === 0 && <p className="text-sm text-text-3">No code matches.</p>}
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

function CodeRow({ row }: { row: CouponCodeRow }) {
  const { project_id } = useProject();
  const mayEdit = useMay()('campaigns.edit');
  const withdraw = useCouponChange(() =>
    call(withdrawCouponCodes, { query: { project_id }, body: { codes: [row.code] } }),
  );
  const submit = () =>
    withdraw.mutate(undefined, {
      onSuccess: () => toast({ title: `${row.code} is withdrawn` }),
      onError: (error) => toastFailure('The code was not withdrawn', error),
    });
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
        {mayEdit && row.state !== 'withdrawn' && (
          <Button size="sm" loading={withdraw.isPending} onClick={submit} aria-label={`Withdraw ${row.code}`}>
            Withdraw
          </Button>
        )}
      </TableCell>
    </TableRow>
  );
}
