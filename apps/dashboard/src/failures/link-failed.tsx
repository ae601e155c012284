import { Link } from '@tanstack/react-router';
import { CallError } from '@trailmark/contract/call';
import { Button } from '../ui/button.tsx';
import { CenteredPage } from '../ui/centered-page.tsx';
import { failureAdvice } from './failure-advice.ts';
import { signInRefusal } from './sign-in-refusal.ts';

interface LinkFailedProps {
  error: unknown;
  /** The words for a link that is used up. */
  spent: { title: string; text: string; action: string };
  onRetry: () => void;
  retrying: boolean;
}

/** A used-up link needs a new one; everything else may work at the next try. */
export function LinkFailed({ error, spent, onRetry, retrying }: LinkFailedProps) {
  const answer = error instanceof CallError ? error : null;
  const isSpent = answer?.code === 'link_invalid' || answer?.code === 'validation_failed';
  const again = answer === null || answer.code === null || answer.status >= 500 || answer.status === 429;
  const closed = answer?.code === 'signup_closed' ? signInRefusal('signup_closed') : null;
  const words = isSpent ? spent : (closed ?? { title: 'That did not work', text: failureAdvice(error) });
  return (
    <CenteredPage title={words.title} text={<p role="alert">{words.text}</p>}>
      <div className="flex flex-wrap gap-2">
        {again && (
          <Button size="lg" variant="primary" onClick={onRetry} loading={retrying}>
            Try again
          </Button>
        )}
        <Button size="lg" asChild variant={again ? 'default' : 'primary'}>
          <Link to="/login">{spent.action}</Link>
        </Button>
      </div>
    </CenteredPage>
  );
}

/** The address of the page without what should have come with it. */
export function LinkIncomplete({ text, action }: { text: string; action: string }) {
  return (
    <CenteredPage title="This link is incomplete" text={<p>{text}</p>}>
      <Button size="lg" variant="primary" asChild className="w-fit">
        <Link to="/login">{action}</Link>
      </Button>
    </CenteredPage>
  );
}
