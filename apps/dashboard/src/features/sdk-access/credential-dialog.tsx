import type { SdkCredential } from '@trailmark/contract/sdk-credentials';
import type { ReactNode } from 'react';
import { SecretDialog } from '../../ui/secret-dialog.tsx';

const WORDS = {
  title: 'Your new credential',
  description: 'Store the secret now.',
  noun: 'secret',
  warning: 'It cannot be shown again. Put both into the settings of the SDK in your app.',
  testId: 'sdk-secret',
} as const;

export interface MadeCredential {
  secret: string;
  credential: SdkCredential;
}

interface CredentialDialogProps {
  title: string;
  description: string;
  /** The form that makes a credential. */
  children: ReactNode;
  made: MadeCredential | null;
  onClose: () => void;
}

/** A form, and then the key id and the secret that it made. */
export function CredentialDialog({ made, ...props }: CredentialDialogProps) {
  return (
    <SecretDialog
      {...props}
      secret={made?.secret ?? null}
      words={WORDS}
      publicPart={made ? { label: 'Key id', value: made.credential.key_id } : undefined}
    />
  );
}
