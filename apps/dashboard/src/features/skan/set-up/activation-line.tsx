import type { SkanSchemaMapping } from '@trailmark/contract/skan-schema';
import { useState } from 'react';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useMay } from '../../../project/current-project.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ChecklistLine } from './checklist-line.tsx';
import { useActivateSkan } from './set-up-query.ts';

/** The switch that hands conversion values to apps. Switching off asks first. */
export function ActivationLine({ number, mapping }: { number: number; mapping: SkanSchemaMapping }) {
  const mayEdit = useMay()('connections.edit');
  const activate = useActivateSkan();
  const [isConfirming, setIsConfirming] = useState(false);
  const isReady = mapping.app_id !== null && (mapping.draft ?? mapping.active) !== null;
  const version = mapping.draft?.version ?? mapping.active?.version;
  const set = (on: boolean) => {
    if (!on) return setIsConfirming(true);
    activate.mutate(true, {
      onSuccess: () =>
        toast({ title: 'SKAN is on', description: `Apps receive conversion values by version ${version}.` }),
      onError: (error) => toastFailure('SKAN was not switched on', error),
    });
  };
  const isOn = activate.isPending && activate.variables ? true : mapping.activate_skan;
  return (
    <ChecklistLine
      number={number}
      done={mapping.activate_skan}
      title={<label htmlFor="activate-skan">SKAN switched on</label>}
      text={activationText(mapping, isReady)}
      action={
        <>
          <Switch
            id="activate-skan"
            checked={isOn}
            disabled={!mayEdit || activate.isPending || (!isOn && !isReady)}
            onCheckedChange={set}
          />
          <ConfirmDialog
            open={isConfirming}
            onOpenChange={setIsConfirming}
            title="Switch SKAN off?"
            text={
              <>
                Conversion values are no longer handed to apps. Postbacks are still received, and decoded by
                version {mapping.active?.version}, which was active. You can switch it on again at any time.
              </>
            }
            confirmLabel="Switch off"
            onConfirm={async () => {
              await activate.mutateAsync(false);
              toast({ title: 'SKAN is off', description: 'Postbacks are still received and decoded.' });
            }}
          />
        </>
      }
    />
  );
}

function activationText({ activate_skan, draft, explanation }: SkanSchemaMapping, isReady: boolean): string {
  if (!activate_skan && !isReady) return `${explanation} It needs the App Store id and a schema first.`;
  if (!activate_skan) return `${explanation} Switch it on, and apps receive them with the next call.`;
  return draft
    ? `${explanation} Version ${draft.version} is a draft; activate it on the Schema tab.`
    : explanation;
}
