import type { SdkCredential } from '@trailmark/contract/sdk-credentials';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { DialogBody, DialogFooter } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';

export interface MadeCredential {
  secret: string;
  credential: SdkCredential;
}

/** The secret, this once; it goes away only when somebody says that it is stored. */
export function SecretOnce({ made, onStored }: { made: MadeCredential; onStored: () => void }) {
  const [stored, setStored] = useState(false);
  return (
    <>
      <DialogBody>
        <Field label="Key id">
          <CopyField value={made.credential.key_id} copyLabel="Copy the key id" />
        </Field>
        <div className="grid gap-1.5">
          <p className="text-[13px] font-medium text-text-2">Secret</p>
          {/* The class keeps the session recorder away from the secret. */}
          <div className="mp-block flex items-center gap-2 rounded-md border border-line-strong bg-panel py-2 pr-2 pl-3">
            <code className="mono min-w-0 flex-1 break-all select-all" data-testid="sdk-secret">
              {made.secret}
            </code>
            <CopyButton value={made.secret} label="Copy the secret" />
          </div>
        </div>
        <Notice tone="warn">
          It cannot be shown again. Put both into the settings of the SDK in your app.
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
