import type { SkanSchemaMapping } from '@trailmark/contract/skan-schema';
import { useState } from 'react';
import { useMay } from '../../../project/current-project.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { SwitchOffDialog } from '../activation/switch-off-dialog.tsx';
import { canActivate, useActivateSkan } from '../activation/use-activate-skan.ts';
import { ChecklistLine } from './checklist-line.tsx';

/** The switch that hands conversion values to apps. Switching off asks first. */
export function ActivationLine({ number, mapping }: { number: number; mapping: SkanSchemaMapping }) {
  const mayEdit = useMay()('connections.edit');
  const activate = useActivateSkan();
  const [isConfirming, setIsConfirming] = useState(false);
  const isReady = canActivate(mapping);
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
            onCheckedChange={(on) => (on ? activate.mutate(true) : setIsConfirming(true))}
          />
          <SwitchOffDialog mapping={mapping} open={isConfirming} onOpenChange={setIsConfirming} />
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
