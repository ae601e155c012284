import type { OpenConfig } from '@trailmark/contract/open-config';
import { SquareTerminal } from 'lucide-react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GoogleButton } from './google-button.tsx';
import { MagicLinkForm, type SentLink } from './magic-link-form.tsx';

const SIGN_UP = {
  invite: 'No password needed. New here? Ask a colleague for an invite.',
  open: 'No password needed. If you are new, the same link creates your account.',
  unknown: 'No password needed.',
} as const;

/** While nobody has an account. */
const FIRST_SIGN_UP = {
  operator: 'No account exists yet. The first sign-in is for an address in OPERATOR_EMAILS.',
  anyone: 'No account exists yet. Yours will be the first, and will run this installation.',
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
  const first = config?.first_sign_in ?? null;
  // Nobody has an address here that a link could be sent to.
  if (first === 'terminal' && config?.signup === 'invite' && !google) return <LinkInTerminal />;
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
      {first === 'terminal' ? (
        <LinkInTerminal />
      ) : (
        <p className="text-sm text-text-2">
          {first ? FIRST_SIGN_UP[first] : SIGN_UP[config?.signup ?? 'unknown']}
        </p>
      )}
    </div>
  );
}

function LinkInTerminal() {
  return (
    <div className="flex gap-3 rounded-md border border-line-strong bg-panel p-4">
      <SquareTerminal aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">No account yet</p>
        <p className="text-text-2">
          Your sign-in link is in the terminal where Trailmark was started. It works once, for 15 minutes.
          Restart Trailmark to get a new one.
        </p>
      </div>
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
