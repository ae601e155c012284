import { useMutation } from '@tanstack/react-query';
import { sendMagicLink } from '@trailmark/contract/sign-in';
import { MailCheck, SquareTerminal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { SentLink } from './magic-link-form.tsx';

const RESEND_AFTER_MS = 30_000;

interface LinkSentProps {
  sent: SentLink;
  returnTo: string | null;
  /** Mail leaves this server; otherwise the link is in its terminal. */
  mail: boolean;
  onOtherAddress: () => void;
}

export function LinkSent({ sent, returnTo, mail, onOtherAddress }: LinkSentProps) {
  const [againAt, setAgainAt] = useState(() => Date.now() + RESEND_AFTER_MS);
  const wait = useCountdown(againAt);
  const top = useRef<HTMLDivElement>(null);
  // The form is gone: without this a screen reader and the keyboard would be nowhere.
  useEffect(() => top.current?.focus(), []);
  const resend = useMutation({
    mutationFn: () => call(sendMagicLink, { body: { email: sent.email, return_to: returnTo ?? undefined } }),
    onSuccess: () => setAgainAt(Date.now() + RESEND_AFTER_MS),
  });
  const Icon = mail ? MailCheck : SquareTerminal;
  return (
    <div ref={top} tabIndex={-1} role="status" className="grid gap-4 outline-none">
      <div className="flex gap-3 rounded-md border border-line-strong bg-panel p-4">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
        <div className="grid min-w-0 gap-1">
          <p className="font-medium break-words">{sent.email}</p>
          <p className="text-text-2">
            {mail
              ? `Open the link in the mail that we sent there. It is valid for ${sent.minutes} minutes and works once.`
              : `Mail is not set up here, so the link was printed in the terminal of the server. It is valid for ${sent.minutes} minutes and works once.`}
          </p>
        </div>
      </div>
      {resend.isSuccess && wait > 0 && (
        <Notice tone="good">A new link is on its way. The older one still works, too.</Notice>
      )}
      {resend.isError && (
        <Notice tone="bad" role="alert" title="The link was not sent again">
          {failureAdvice(resend.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={wait > 0}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
          className="num"
        >
          {wait > 0 ? `Send again in ${wait} s` : 'Send again'}
        </Button>
        <Button variant="quiet" onClick={onOtherAddress}>
          Use another address
        </Button>
      </div>
    </div>
  );
}

/** Seconds until an instant, counting down to 0. */
function useCountdown(untilMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((untilMs - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}
