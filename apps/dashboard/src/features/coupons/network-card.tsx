import type { CouponNetwork } from '@trailmark/contract/coupons';
import { useState } from 'react';
import { useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';
import { Field } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ChangeNetworkDialog, RemoveNetworkDialog, ReplaceSecretDialog } from './network-dialogs.tsx';

/** One network: its key, its secret, and where it posts to. */
export function NetworkCard({ network, mayEdit }: { network: CouponNetwork; mayEdit: boolean }) {
  const { timezone } = useProject();
  const [dialog, setDialog] = useState<'change' | 'secret' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <Card>
      <CardHeader title={network.name} description="Give the network this address and its secret." />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field label="Address for redemptions">
          <CopyField value={network.endpoint} copyLabel="Copy the address" />
        </Field>
        <DescriptionList className="max-w-[520px]">
          <Description label="Secret" mono>
            {network.secret_hint}…
          </Description>
          <Description label="Its calls">
            {network.provider_profile ? 'Read by its provider profile' : 'As documented'}
          </Description>
          <Description label="Added">
            <RelativeTime at={network.created_at} timeZone={timezone} />
          </Description>
        </DescriptionList>
        {mayEdit && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setDialog('change')}>Change network</Button>
            <Button onClick={() => setDialog('secret')}>Replace secret</Button>
            <Button onClick={() => setDialog('remove')}>Remove network</Button>
          </div>
        )}
      </CardBody>
      {dialog === 'change' && <ChangeNetworkDialog network={network} onClose={close} />}
      {dialog === 'secret' && <ReplaceSecretDialog network={network} onClose={close} />}
      {dialog === 'remove' && <RemoveNetworkDialog network={network} onClose={close} />}
    </Card>
  );
}
