import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { verifyMagicLink } from '@trailmark/contract/sign-in';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFragment } from '../../address/use-fragment.ts';
import { call } from '../../api/client.ts';
import { LinkFailed, LinkIncomplete } from '../../failures/link-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { CenteredPage } from '../../ui/centered-page.tsx';
import { Arriving } from './arriving.tsx';
import { useFinishSignIn } from './use-finish-sign-in.ts';

const SPENT_LINK = {
  title: 'This link no longer works',
  text: 'It was used already, you signed in with another one, or it has expired. A new one takes a moment.',
  action: 'Send a new link',
};

/** Is it really me who opened this link? */
export function VerifyScreen() {
  const token = useFragment('token');
  const finish = useFinishSignIn();
  const body = { token: token ?? '' };
  const [signedIn, setSignedIn] = useState(false);
  // A query, not an effect: the link works once, and a query is sent once however often the screen is drawn.
  // A new session empties the cache, so it must not be loaded again after that.
  const look = useQuery({
    queryKey: ['sign-in-link', token],
    queryFn: () => call(verifyMagicLink, { body }),
    enabled: token !== null && !signedIn,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const confirm = useMutation({
    mutationFn: () => call(verifyMagicLink, { body: { ...body, confirm: true } }),
  });
  const answer = confirm.data ?? look.data;
  const onAnswer = useEffectEvent(() => {
    if (answer?.status !== 'signed_in') return;
    setSignedIn(true);
    finish(answer);
  });
  useEffect(() => {
    if (answer) onAnswer();
  }, [answer]);

  if (token === null) {
    return (
      <LinkIncomplete
        text="Open the link in your mail once more, or have a new one sent."
        action="Send a new link"
      />
    );
  }
  const error = confirm.error ?? look.error;
  if (error) {
    const retry = () => (confirm.error ? confirm.mutate() : void look.refetch());
    const retrying = confirm.isPending || look.isFetching;
    return <LinkFailed error={error} spent={SPENT_LINK} onRetry={retry} retrying={retrying} />;
  }
  if (answer?.status !== 'confirm') return <Arriving />;
  return (
    <CenteredPage
      title={`Sign in as ${answer.email}?`}
      text={
        answer.from_terminal
          ? 'This is the link from your terminal. It works once.'
          : 'This link was requested in another browser, or someone else is signed in here. Continue only if you requested it.'
      }
    >
      <div className="flex flex-wrap gap-2">
        <Button size="lg" variant="primary" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Continue
        </Button>
        <Button size="lg" variant="quiet" asChild>
          <Link to="/login">That is not me</Link>
        </Button>
      </div>
    </CenteredPage>
  );
}
