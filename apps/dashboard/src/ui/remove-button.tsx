import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { IconButton } from './icon-button.tsx';

interface RemoveButtonProps {
  /** What is removed, by its name. */
  name: string;
  title?: string;
  /** What follows from it. */
  text: string;
  confirmLabel: string;
  onRemove: () => Promise<void>;
}

/** Removes something of a list, after a question. */
export function RemoveButton({
  name,
  title = `Remove ${name}?`,
  text,
  confirmLabel,
  onRemove,
}: RemoveButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <IconButton size="sm" side="left" label={`Remove ${name}`} onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={title}
        text={text}
        confirmLabel={confirmLabel}
        onConfirm={onRemove}
      />
    </>
  );
}
