import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession, verifySession } from '../api/session.ts';
import { toast } from '../ui/toast-store.ts';
import { FullPageLoading } from './full-page-loading.tsx';
import { SomethingWrong } from './something-wrong.tsx';

function ToSignIn({ how }: { how: 'never_in' | 'left' | 'expired' }) {
  const { pathname, searchStr } = useLocation();
  // The place that was asked for: by the next render the location is already another.
  const [wanted] = useState(pathname + searchStr);
  const navigate = useNavigate();
  useEffect(() => {
    if (how === 'expired') {
      toast({ title: 'You were signed out', description: 'Sign in again to go on where you were.' });
    }
    const search = how === 'left' || wanted === '/overview' ? {} : { return_to: wanted };
    void navigate({ to: '/login', search, replace: true });
  }, [how, wanted, navigate]);
  return null;
}

/** The door to everything but the public screens. */
export function SignedIn() {
  const session = useSession();
  if (session.status === 'signed_out') return <ToSignIn how={session.how} />;
  if (session.user !== null) return <Outlet />;
  if (session.check === 'running') return <FullPageLoading />;
  const retry = () => void verifySession().catch(() => undefined);
  return <SomethingWrong error={session.failure} retry={retry} />;
}
