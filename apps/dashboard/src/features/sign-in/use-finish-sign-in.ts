import { useRouter } from '@tanstack/react-router';
import type { SignedIn } from '@trailmark/contract/sign-in';
import { startSession } from '../../api/session.ts';
import { landingPath } from './landing-path.ts';

/** Takes over a new session and goes where the person wanted to go. */
export function useFinishSignIn(): (signedIn: SignedIn, path?: string) => void {
  const router = useRouter();
  return (signedIn, path) => {
    startSession(signedIn);
    // The sign-in page must not be what the back button leads to.
    router.history.replace(path ?? landingPath(signedIn.user, signedIn.return_to));
  };
}
