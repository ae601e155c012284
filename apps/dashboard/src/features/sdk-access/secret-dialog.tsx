import type { ReactNode } from 'react';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { type MadeCredential, SecretOnce } from './secret-once.tsx';

interface SecretDialogProps {
  title: string;
  description: string;
  /** The form that makes a secret. */
  children: ReactNode;
  made: MadeCredential | null;
  onClose: () => void;
}

/** A form, and then the secret that it made, which no stray click can close. */
export function SecretDialog({ title, description, children, made, onClose }: SecretDialogProps) {
  const hold = (event: Event) => {
    if (made) event.preventDefault();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={made ? 'Your new credential' : title}
        description={made ? 'Store the secret now.' : description}
        closable={!made}
        onEscapeKeyDown={hold}
        onInteractOutside={hold}
      >
        {made ? <SecretOnce made={made} onStored={onClose} /> : children}
      </DialogContent>
    </Dialog>
  );
}
