import { CallError } from '@trailmark/contract/call';
import { type CouponPool, createCouponPool, updateCouponPool } from '@trailmark/contract/coupon-pools';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { useProject } from '../../project/current-project.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useCouponChange } from './coupons-query.ts';
import { PoolFields } from './pool-fields.tsx';
import { bodyOf, type PoolValues, valuesOf } from './pool-values.ts';

interface PoolDialogProps {
  adNetworkId: string;
  /** Null for a new one. */
  pool: CouponPool | null;
  onClose: () => void;
}

export function PoolDialog({ adNetworkId, pool, onClose }: PoolDialogProps) {
  const { project_id } = useProject();
  const [values, setValues] = useState(valuesOf(pool));
  const save = useCouponChange(() =>
    pool
      ? call(updateCouponPool, {
          params: { pool_id: pool.pool_id },
          query: { project_id },
          body: bodyOf(values),
        })
      : call(createCouponPool, {
          body: {
            project_id,
            ad_network_id: adNetworkId,
            campaign_id: values.campaign_id ?? '',
            ...bodyOf(values),
          },
        }),
  );
  const change = (part: Partial<PoolValues>) => setValues((before) => ({ ...before, ...part }));
  const submit = () =>
    save.mutate(undefined, {
      onSuccess: ({ name }) => {
        toast({ title: `${name} is saved` });
        onClose();
      },
    });
  const reasons = save.error instanceof CallError ? save.error.fields : {};
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={pool ? `Change ${pool.name}` : 'Add a pool'}
        description="The codes of one campaign. Installs by them are credited to it."
        className="w-[min(560px,calc(100vw-24px))]"
      >
        <DialogForm
          onSubmit={submit}
          submitLabel={pool ? 'Save' : 'Add pool'}
          pending={save.isPending}
          disabled={values.name.trim() === '' || values.campaign_id === null}
        >
          <PoolFields values={values} change={change} isNew={pool === null} reasons={reasons} />
          {save.error && (
            <Notice tone="bad" role="alert" title="We couldn’t save the pool">
              {failureAdvice(save.error)}
            </Notice>
          )}
        </DialogForm>
      </DialogContent>
    </Dialog>
  );
}
