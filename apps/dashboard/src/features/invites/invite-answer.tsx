import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { endSession, useSession } from '../../api/session.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAcceptInvite } from './use-accept-invite.ts';

interface InviteAnswerProps {
  token: string;
  email: string;
  projectName: string;
  hasAccount: boolean;
  isMe: boolean;
  /** The link is used up from here on. */
  onAccepted: () => void;
  /** Looks at the invite again after signing out. */
  onSignedOut: () => void;
}

/** The one thing to do next, which depends on who is looking. */
export function InviteAnswer(props: InviteAnswerProps) {
  const { token, email, projectName, hasAccount, isMe, onAccepted, onSignedOut } = props;
  const session = useSession();
  const accept = useAcceptInvite(projectName, onAccepted);
  if (session.status === 'signed_in' && !isMe) {
    return <SomebodyElse email={email} current={session.user?.email ?? null} onSignedOut={onSignedOut} />;
  }
  if (hasAccount && !isMe) return <SignInFirst email={email} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {accept.isError && (
        <Notice tone="bad" role="alert" title="The invite was not accepted">
          {failureAdvice(accept.error)}
        </Notice>
      )}
      <Button
        size="lg"
        variant="primary"
        loading={accept.isPending}
        onClick={() => accept.mutate({ token })}
        className="w-full"
      >
        {isMe ? 'Accept and open the project' : 'Accept and join'}
      </Button>
      {!isMe && (
        <p className="text-sm text-text-2">
          This creates your account. Later, a link by e-mail signs you in.
        </p>
      )}
    </div>
  );
}

function SignInFirst({ email }: { email: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Button size="lg" variant="primary" asChild className="w-full">
        <Link to="/login" search={{ email, return_to: '/welcome' }}>
          <span className="truncate">Sign in as {email} to accept</span>
        </Link>
      </Button>
      <p className="text-sm text-text-2">You have an account already. The invite waits for you there.</p>
    </div>
  );
}

interface SomebodyElseProps {
  email: string;
  current: string | null;
  onSignedOut: () => void;
}

function SomebodyElse({ email, current, onSignedOut }: SomebodyElseProps) {
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    await endSession();
    onSignedOut();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Notice
        tone="warn"
        title={current ? `You are signed in as ${current}` : 'You are signed in as someone else'}
      >
        This invite is for {email}, so only that person can accept it.
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button size="lg" variant="primary" loading={leaving} onClick={leave}>
          Sign out and continue
        </Button>
        <Button size="lg" variant="quiet" asChild>
          <Link to="/overview">Stay signed in</Link>
        </Button>
      </div>
    </div>
  );
}
