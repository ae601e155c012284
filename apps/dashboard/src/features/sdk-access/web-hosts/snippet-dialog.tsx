import type { WebScript, WhitelistedHost } from '@trailmark/contract/web-sdk';
import { useState } from 'react';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog, DialogBody, DialogContent } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { snippetOf } from './snippet.ts';

const VERSIONS = [
  { value: 'newest', label: 'Newest version' },
  { value: 'pinned', label: 'This version' },
] as const;

interface SnippetDialogProps {
  host: WhitelistedHost;
  script: WebScript | null;
  onClose: () => void;
}

/** What goes into the pages of a host. */
export function SnippetDialog({ host: { host, token }, script, onClose }: SnippetDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Snippet for ${host}`}
        description="Put it into the head of every page. The token is public and can only write."
        className="w-[min(640px,calc(100vw-24px))]"
      >
        <DialogBody className="grid-cols-[minmax(0,1fr)]">
          {script ? (
            <Snippet token={token} script={script} />
          ) : (
            <Notice tone="warn" title="This installation was built without the script">
              Your operator can create it with npm run build. Until then send events by the REST calls.
            </Notice>
          )}
          <Field label="Token">
            <CopyField value={token} copyLabel="Copy the token" />
          </Field>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function Snippet({ token, script }: { token: string; script: WebScript }) {
  const [version, setVersion] = useState<(typeof VERSIONS)[number]['value']>('newest');
  const isPinned = version === 'pinned';
  return (
    <div className="grid min-w-0 gap-2">
      <Segmented aria-label="Version" options={VERSIONS} value={version} onValueChange={setVersion} />
      <p className="text-sm text-text-2">
        {isPinned
          ? 'Never changes: browsers refuse any other content. Updates need a new snippet.'
          : 'Follows the releases of this installation.'}
      </p>
      <CodeBlock label="HTML" code={snippetOf(token, script, { isPinned })} />
    </div>
  );
}
