import type { SkanSchemaMapping } from '@trailmark/contract/skan-schema';
import { useState } from 'react';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { SwitchOffDialog } from '../activation/switch-off-dialog.tsx';
import { canActivate, useActivateSkan, versionToActivate } from '../activation/use-activate-skan.ts';

/** Whether apps receive values, by which version, and since when. */
export function ActivationCard({ mapping }: { mapping: SkanSchemaMapping }) {
  const { timezone } = useProject();
  const mayEdit = useMay()('connections.edit');
  const activate = useActivateSkan();
  const [isConfirming, setIsConfirming] = useState(false);
  const { draft, active, activate_skan: isOn, changed_at } = mapping;
  const version = versionToActivate(mapping);
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            Activation
            <Tag tone={isOn ? 'good' : 'neutral'}>
              {isOn ? `Version ${active?.version} active` : 'Not active'}
            </Tag>
            {draft && <Tag tone="accent">Version {draft.version} is a draft</Tag>}
          </span>
        }
        description={mapping.explanation}
        actions={
          mayEdit && (
            <>
              {isOn && <Button onClick={() => setIsConfirming(true)}>Switch off</Button>}
              {version !== null && (
                <Button
                  variant="primary"
                  loading={activate.isPending}
                  disabled={!canActivate(mapping)}
                  onClick={() => activate.mutate(true)}
                >
                  Activate version {version}
                </Button>
              )}
            </>
          )
        }
      />
      {(mapping.app_id === null || changed_at) && (
        <CardBody className="grid gap-1 text-sm text-text-2">
          {mapping.app_id === null && (
            <p>
              Add the App Store page of your app under SDK, Store listings: SKAN cannot be activated without
              its id.
            </p>
          )}
          {changed_at && (
            <p>
              Last changed <RelativeTime at={changed_at} timeZone={timezone} />. A version that was active
              never changes; an install keeps the version of its first open.
            </p>
          )}
        </CardBody>
      )}
      <SwitchOffDialog mapping={mapping} open={isConfirming} onOpenChange={setIsConfirming} />
    </Card>
  );
}
