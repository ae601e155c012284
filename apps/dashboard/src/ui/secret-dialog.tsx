import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { CopyButton } from './copy-button.tsx';
import { CopyField } from './copy-field.tsx';
import { Dialog, DialogBody, DialogContent, DialogFooter } from './dialog.tsx';
import { Field } from './field.tsx';
import { Notice } from './notice.tsx';

/** What the dialog says once there is a secret. */
export interface SecretWords {
  title: string;
  description: string;
  noun: 'secret' | 'key';
  warning: string;
  testId: string;
}

interface SecretDialogProps {
  title: string;
  description: string;
  /** The form that makes a secret. */
  children: ReactNode;
  /** Null until it is made. */
  secret: string | null;
  words: SecretWords;
  /** The public value that is used together with the secret, such as a key id. */
  publicPart?: { label: string; value: string };
  onClose: () => void;
  /** Of the dialog while it shows the form. */
  className?: string;
}

/** A form, and then the secret that it made, which no stray click can close. */
export function SecretDialog(props: SecretDialogProps) {
  const { secret, words, publicPart, onClose } = props;
  const { title, description } = secret ? words : props;
  const hold = (event: Event) => {
    if (secret) event.preventDefault();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description={description}
        closable={!secret}
        onEscapeKeyDown={hold}
        onInteractOutside={hold}
        className={secret ? undefined : props.className}
      >
        {secret ? (
          <SecretOnce secret={secret} words={words} publicPart={publicPart} onStored={onClose} />
        ) : (
          props.children
        )}
      </DialogContent>
    </Dialog>
  );
}

interface SecretOnceProps extends Pick<SecretDialogProps, 'words' | 'publicPart'> {
  secret: string;
  onStored: () => void;
}

function SecretOnce({ secret, words, publicPart, onStored }: SecretOnceProps) {
  const [stored, setStored] = useState(false);
  const { noun, warning, testId } = words;
  return (
    <>
      <DialogBody>
        {publicPart && (
          <Field label={publicPart.label}>
            <CopyField value={publicPart.value} copyLabel={`Copy the ${publicPart.label.toLowerCase()}`} />
          </Field>
        )}
        <div className="grid gap-1.5">
          {publicPart && <p className="text-[13px] font-medium text-text-2 first-letter:uppercase">{noun}</p>}
          {/* The class keeps the session recorder away from the secret. */}
          <div className="mp-block flex items-center gap-2 rounded-md border border-line-strong bg-panel py-2 pr-2 pl-3">
            <code className="mono min-w-0 flex-1 break-all select-all" data-testid={testId}>
              {secret}
            </code>
            <CopyButton value={secret} label="Copy" showLabel aria-label={`Copy the ${noun}`} />
          </div>
        </div>
        <Notice tone="warn">{warning}</Notice>
        <Field label={`I have stored the ${noun} in a safe place`} inline>
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
