import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';

interface SecretDialogProps {
  title: string;
  description: string;
  /** The form that makes a secret. */
  children: ReactNode;
  secret: string | null;
  onClose: () => void;
  className?: string;
}

/** A form, and then the secret that it made, which no stray click can close. */
export function SecretDialog({
  title,
  description,
  children,
  secret,
  onClose,
  className,
}: SecretDialogProps) {
  const hold = (event: Event) => {
    if (secret) event.preventDefault();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={secret ? 'The signing secret' : title}
        description={secret ? 'Store it where your endpoint can read it.' : description}
        closable={!secret}
        onEscapeKeyDown={hold}
        onInteractOutside={hold}
        className={className}
      >
        {secret ? <SecretOnce secret={secret} onStored={onClose} /> : children}
      </DialogContent>
    </Dialog>
  );
}

function SecretOnce({ secret, onStored }: { secret: string; onStored: () => void }) {
  const [stored, setStored] = useState(false);
  return (
    <>
      <DialogBody>
        {/* The class keeps the session recorder away from the secret. */}
        <div className="mp-block flex items-center gap-2 rounded-md border border-line-strong bg-panel py-2 pr-2 pl-3">
          <code className="mono min-w-0 flex-1 break-all select-all" data-testid="webhook-secret">
            {secret}
          </code>
          <CopyButton value={secret} label="Copy" showLabel />
        </div>
        <Notice tone="warn">
          It cannot be shown again. With it your endpoint checks that a message is from us and unchanged.
        </Notice>
        <Field label="I have stored the secret" inline>
          <Checkbox checked={stored} onCheckedChange={(checked) => setStored(checked === true)} />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" disabled={!stored} onClick={onStored}>
          Close
        </Button>
      </DialogFooter>
    </>
  );
}
