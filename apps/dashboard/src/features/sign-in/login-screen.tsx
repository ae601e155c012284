import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { openConfigQuery } from '../../api/open-config.ts';
import { useSession } from '../../api/session.ts';
import { signInRefusal } from '../../failures/sign-in-refusal.ts';
import { CenteredPage } from '../../ui/centered-page.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CallbackFormDialog } from './callback-form-dialog.tsx';
import { safeReturnTo } from './landing-path.ts';
import { LinkSent } from './link-sent.tsx';
import type { SentLink } from './magic-link-form.tsx';
import { SignInWays } from './sign-in-ways.tsx';

/** How do I get in? */
export function LoginScreen() {
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const params = new URLSearchParams(search);
  const returnTo = safeReturnTo(params.get('return_to'));
  const config = useQuery(openConfigQuery);
  const session = useSession();
  const [sent, setSent] = useState<SentLink | null>(null);
  const [email, setEmail] = useState(params.get('email') ?? '');
  const refusal = signInRefusal(params.get('error'));

  // The link was opened in another tab of this browser.
  if (session.status === 'signed_in') return <GoTo path={returnTo ?? '/overview'} />;

  if (sent) {
    const mail = config.data?.mail ?? true;
    return (
      <CenteredPage title={mail ? 'Check your e-mail' : 'Look at the terminal'}>
        <LinkSent
          sent={sent}
          returnTo={returnTo}
          mail={mail}
          onOtherAddress={() => {
            setEmail('');
            setSent(null);
          }}
        />
      </CenteredPage>
    );
  }

  return (
    <CenteredPage
      title="Sign in to Trailmark"
      text="See which ads bring installs, sign-ups and revenue, measured on your own server."
      footer={config.data?.takes_requests && <CallbackFormDialog />}
    >
      {refusal && (
        <Notice tone="bad" role="alert" title={refusal.title}>
          {refusal.text}
        </Notice>
      )}
      <SignInWays
        config={config.data ?? null}
        loading={config.isPending}
        email={email}
        returnTo={returnTo}
        onSent={setSent}
      />
    </CenteredPage>
  );
}

/** Leads to a path that may carry a query, which the router's Navigate would take for a part of the path. */
function GoTo({ path }: { path: string }) {
  const router = useRouter();
  useEffect(() => router.history.replace(path), [router, path]);
  return null;
}
