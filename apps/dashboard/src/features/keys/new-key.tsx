import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DialogBody, DialogFooter } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';

interface NewKeyProps {
  secret: string;
  onStored: () => void;
}

export function NewKey({ secret, onStored }: NewKeyProps) {
  const [stored, setStored] = useState(false);
  return (
    <>
      <DialogBody>
        {/* The class keeps the session recorder away from the secret. */}
        <div className="mp-block flex items-center gap-2 rounded-md border border-line-strong bg-panel py-2 pr-2 pl-3">
          <code className="mono min-w-0 flex-1 break-all select-all" data-testid="private-key">
            {secret}
          </code>
          <CopyButton value={secret} label="Copy" showLabel />
        </div>
        <Notice tone="warn">
          Anyone with this key can act for the project. Keep it out of apps, websites and repositories.
        </Notice>
        <Field label="I have stored the key in a safe place" inline>
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
