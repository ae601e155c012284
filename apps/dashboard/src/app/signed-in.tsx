import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession, verifySession } from '../api/session.ts';
import { toast } from '../ui/toast-store.ts';
import { FullPageLoading } from './full-page-loading.tsx';
import { SomethingWrong } from './something-wrong.tsx';

function ToSignIn({ how }: { how: 'never_in' | 'left' | 'expired' }) {
  const { pathname, searchStr } = useLocation();
  // Kept from the first render: by the next one the location has changed.
  const [returnTo] = useState(pathname + searchStr);
  const navigate = useNavigate();
  useEffect(() => {
    if (how === 'expired') {
      toast({ title: 'You were signed out', description: 'Sign in again to continue where you left off.' });
    }
    const search = how === 'left' || returnTo === '/overview' ? {} : { return_to: returnTo };
    void navigate({ to: '/login', search, replace: true });
  }, [how, returnTo, navigate]);
  return null;
}

/** Lets only signed-in people through to screens that are not public. */
export function SignedIn() {
  const session = useSession();
  if (session.status === 'signed_out') return <ToSignIn how={session.how} />;
  if (session.user !== null) return <Outlet />;
  if (session.check === 'running') return <FullPageLoading />;
  const retry = () => void verifySession().catch(() => undefined);
  return <SomethingWrong error={session.failure} retry={retry} />;
}
