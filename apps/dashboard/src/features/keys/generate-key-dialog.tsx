import { useState } from 'react';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { GenerateKeyForm } from './generate-key-form.tsx';

const WORDS = {
  title: 'Your new private key',
  description: 'Store it now, where your servers can read it. It cannot be shown again.',
  noun: 'key',
  warning: 'Anyone with this key can act for the project. Keep it out of apps, websites and repositories.',
  testId: 'private-key',
} as const;

interface GenerateKeyDialogProps {
  onClose: () => void;
  /** There is a key already, which the new one replaces. */
  replaces: boolean;
}

/** Makes a key and shows it once. */
export function GenerateKeyDialog({ onClose, replaces }: GenerateKeyDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <SecretDialog
      title="Generate a private key"
      description="For your own servers. It is shown once, so be ready to store it."
      secret={secret}
      words={WORDS}
      onClose={onClose}
    >
      <GenerateKeyForm replaces={replaces} onMade={setSecret} />
    </SecretDialog>
  );
}
