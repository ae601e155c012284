import { useQuery } from '@tanstack/react-query';
import { type CouponPool, deleteCouponPool, updateCouponPool } from '@trailmark/contract/coupon-pools';
import { Ellipsis, TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useMay, useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast-store.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { AddCodesDialog } from './add-codes-dialog.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { poolsQuery, useCouponChange } from './coupons-query.ts';
import { PoolDialog } from './pool-dialog.tsx';
import { afterEventWords } from './pool-values.ts';

const count = new Intl.NumberFormat('en');
const COLUMNS = [
  'Pool',
  { label: 'Campaign', wideOnly: true },
  { label: 'Codes', numeric: true },
  { label: 'Issued', numeric: true },
  { label: 'Redeemed', numeric: true },
];

/** The pools of a network, each with its codes. */
export function PoolsCard({ adNetworkId }: { adNetworkId: string }) {
  const { project_id } = useProject();
  const mayEdit = useMay()('campaigns.edit');
  const pools = useQuery(poolsQuery(project_id, adNetworkId));
  const [isAdding, setIsAdding] = useState(false);
  const add = mayEdit && <Button onClick={() => setIsAdding(true)}>Add a pool</Button>;
  return (
    <Card aria-busy={pools.isPending}>
      <CardHeader
        title="Pools of codes"
        description="Each code belongs to one campaign, which is credited when the code is redeemed."
        actions={pools.data?.length !== 0 && add}
        className="pb-3"
      />
      {pools.isLoadingError && <LoadFailed what="the pools" query={pools} />}
      {pools.data?.length === 0 ? (
        <EmptyState
          icon={<TicketPercent />}
          title="No pool yet"
          text="Add one, then import the codes of the network or generate your own."
          action={add}
          className="py-8"
        />
      ) : (
        !pools.isLoadingError && (
          <ListTable label="Pools" columns={COLUMNS} rows={pools.data} expected={2}>
            {(pool) => <PoolRow key={pool.pool_id} pool={pool} mayEdit={mayEdit} />}
          </ListTable>
        )
      )}
      {isAdding && <PoolDialog adNetworkId={adNetworkId} pool={null} onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

type Open = 'codes' | 'change' | 'import' | 'generate' | 'delete' | null;

function PoolRow({ pool, mayEdit }: { pool: CouponPool; mayEdit: boolean }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <TableRow>
      <TableCell className="py-1.5">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {pool.name}
          {pool.state === 'closed' && <Tag>Closed</Tag>}
          {pool.waiting > 0 && (
            <Tag tone="warn">{countInWords(pool.waiting, 'person waits', 'people wait')} for a code</Tag>
          )}
        </span>
        {pool.after_event && (
          <span className="block text-sm text-text-3">After {afterEventWords(pool.after_event)}</span>
        )}
        <span className="block max-w-36 truncate text-sm text-text-3 sm:hidden" title={pool.campaign_name}>
          {pool.campaign_name}
        </span>
      </TableCell>
      <TableCell className="max-sm:hidden">{pool.campaign_name}</TableCell>
      <TableCell numeric>
        {count.format(pool.codes)}
        <span className="text-text-3"> ({count.format(pool.free)} free)</span>
      </TableCell>
      <TableCell numeric>{count.format(pool.issued)}</TableCell>
      <TableCell numeric>{count.format(pool.redeemed)}</TableCell>
      <TableCell>
        <PoolMenu pool={pool} mayEdit={mayEdit} onOpen={setOpen} />
        {open === 'codes' && <CodesDialog pool={pool} onClose={close} />}
        {open === 'change' && <PoolDialog adNetworkId={pool.ad_network_id} pool={pool} onClose={close} />}
        {open === 'delete' && <DeletePoolDialog pool={pool} onClose={close} />}
        {(open === 'import' || open === 'generate') && (
          <AddCodesDialog pool={pool} how={open} onClose={close} />
        )}
      </TableCell>
    </TableRow>
  );
}

interface PoolMenuProps {
  pool: CouponPool;
  mayEdit: boolean;
  onOpen: (open: Open) => void;
}

function PoolMenu({ pool, mayEdit, onOpen }: PoolMenuProps) {
  const { project_id } = useProject();
  const isClosed = pool.state === 'closed';
  const turn = useCouponChange(() =>
    call(updateCouponPool, {
      params: { pool_id: pool.pool_id },
      query: { project_id },
      body: { state: isClosed ? 'active' : 'closed' },
    }),
  );
  const close = () =>
    turn.mutate(undefined, { onError: (error) => toastFailure('The pool was not changed', error) });
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={`Actions for ${pool.name}`} size="sm">
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => onOpen('codes')}>View codes</DropdownMenuItem>
        {mayEdit && (
          <>
            <DropdownMenuItem onSelect={() => onOpen('import')}>Import codes</DropdownMenuItem>
            <DropdownMenuItem onSelect={() => onOpen('generate')}>Generate codes</DropdownMenuItem>
            <DropdownMenuItem onSelect={() => onOpen('change')}>Change pool</DropdownMenuItem>
            <DropdownMenuItem onSelect={close}>{isClosed ? 'Open pool' : 'Close pool'}</DropdownMenuItem>
            <DropdownMenuItem danger onSelect={() => onOpen('delete')}>
              Delete pool
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function DeletePoolDialog({ pool, onClose }: { pool: CouponPool; onClose: () => void }) {
  const { project_id } = useProject();
  const remove = useCouponChange(() =>
    call(deleteCouponPool, { params: { pool_id: pool.pool_id }, query: { project_id } }),
  );
  const confirm = async () => {
    await remove.mutateAsync(undefined);
    toast({ title: `${pool.name} is deleted` });
  };
  const hasIssued = pool.issued > 0 || pool.redeemed > 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${pool.name}?`}
      text={
        hasIssued
          ? 'Codes that were not issued are deleted, and no more are issued. Codes that people have can still be redeemed, what was redeemed stays credited to its campaign, and your reports keep it. This cannot be undone.'
          : 'The pool and all of its codes are deleted. None of them was issued or redeemed. This cannot be undone.'
      }
      confirmLabel="Delete pool"
      onConfirm={confirm}
    />
  );
}
