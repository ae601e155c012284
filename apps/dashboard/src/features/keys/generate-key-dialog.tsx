import { useState } from 'react';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { GenerateKeyForm } from './generate-key-form.tsx';
import { NewKey } from './new-key.tsx';

interface GenerateKeyDialogProps {
  onClose: () => void;
  /** There is a key already, which the new one replaces. */
  replaces: boolean;
}

/** Makes a key and shows it once; then it can be closed only by saying that it is stored. */
export function GenerateKeyDialog({ onClose, replaces }: GenerateKeyDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const hold = (event: Event) => {
    if (secret) event.preventDefault();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={secret ? 'Your new private key' : 'Generate a private key'}
        description={
          secret
            ? 'Store it now, where your servers can read it. It cannot be shown again.'
            : 'For your own servers. It is shown once, so have the place ready where you will store it.'
        }
        closable={!secret}
        onEscapeKeyDown={hold}
        onInteractOutside={hold}
      >
        {secret ? (
          <NewKey secret={secret} onStored={onClose} />
        ) : (
          <GenerateKeyForm replaces={replaces} onMade={setSecret} />
        )}
      </DialogContent>
    </Dialog>
  );
}
