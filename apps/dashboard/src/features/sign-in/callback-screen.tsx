import { useQuery } from '@tanstack/react-query';
import { exchangeGoogle } from '@trailmark/contract/sign-in';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFragment } from '../../address/use-fragment.ts';
import { call } from '../../api/client.ts';
import { LinkFailed, LinkIncomplete } from '../../failures/link-failed.tsx';
import { Arriving } from './arriving.tsx';
import { useFinishSignIn } from './use-finish-sign-in.ts';

const SPENT_CODE = {
  title: 'This sign-in was not finished in time',
  text: 'Its code was used already or has expired. Start again; it takes a moment.',
  action: 'Start again',
};

/** Did Google let me in? */
export function CallbackScreen() {
  const code = useFragment('code');
  const finish = useFinishSignIn();
  const [signedIn, setSignedIn] = useState(false);
  // Sent once, as the sign-in link is; see there.
  const exchange = useQuery({
    queryKey: ['google-code', code],
    queryFn: () => call(exchangeGoogle, { body: { code: code ?? '' } }),
    enabled: code !== null && !signedIn,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const onSignedIn = useEffectEvent(() => {
    if (!exchange.data) return;
    setSignedIn(true);
    finish(exchange.data);
  });
  useEffect(() => {
    if (exchange.data) onSignedIn();
  }, [exchange.data]);

  if (code === null) {
    return <LinkIncomplete text="This page is where Google sends you back to." action="Start again" />;
  }
  if (exchange.isError) {
    const retry = () => void exchange.refetch();
    return (
      <LinkFailed error={exchange.error} spent={SPENT_CODE} onRetry={retry} retrying={exchange.isFetching} />
    );
  }
  return <Arriving />;
}
