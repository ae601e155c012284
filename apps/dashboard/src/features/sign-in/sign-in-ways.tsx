import type { OpenConfig } from '@trailmark/contract/open-config';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GoogleButton } from './google-button.tsx';
import { MagicLinkForm, type SentLink } from './magic-link-form.tsx';

const SIGN_UP = {
  invite: 'New here? People join by invitation: ask an owner or admin of your project.',
  open: 'No password needed. If you are new, the same link makes your account.',
  unknown: 'No password needed.',
} as const;

interface SignInWaysProps {
  /** Null while it loads, or when it cannot be had; a link by e-mail can be tried all the same. */
  config: OpenConfig | null;
  loading: boolean;
  email: string;
  returnTo: string | null;
  onSent: (sent: SentLink) => void;
}

export function SignInWays({ config, loading, email, returnTo, onSent }: SignInWaysProps) {
  if (loading) return <WaysLoading />;
  const google = config?.google_sign_in ?? false;
  return (
    <div className="grid gap-4">
      {google && (
        <>
          <GoogleButton returnTo={returnTo} />
          <div className="flex items-center gap-3 text-sm text-text-3">
            <span className="h-px flex-1 bg-line" />
            or
            <span className="h-px flex-1 bg-line" />
          </div>
        </>
      )}
      <MagicLinkForm email={email} returnTo={returnTo} primary onSent={onSent} />
      <p className="text-sm text-text-2">{SIGN_UP[config?.signup ?? 'unknown']}</p>
    </div>
  );
}

function WaysLoading() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-3">
      <Skeleton className="h-5 w-12" />
      <Skeleton className="h-control-lg rounded-sm" />
      <Skeleton className="h-control-lg rounded-sm" />
      <Skeleton className="h-5 w-4/5" />
    </div>
  );
}
