import type { SkanSchemaMapping } from '@trailmark/contract/skan-schema';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useActivateSkan } from './use-activate-skan.ts';

interface SwitchOffDialogProps {
  mapping: SkanSchemaMapping;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before apps receive no conversion values any more. */
export function SwitchOffDialog({ mapping, open, onOpenChange }: SwitchOffDialogProps) {
  const activate = useActivateSkan();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Switch SKAN off?"
      text={
        <>
          Conversion values are no longer handed to apps. Postbacks are still received, and decoded by version{' '}
          {mapping.active?.version}, which was active. You can switch it on again at any time.
        </>
      }
      confirmLabel="Switch off"
      onConfirm={() => activate.mutateAsync(false)}
    />
  );
}
