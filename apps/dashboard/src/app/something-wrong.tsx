import { Link } from '@tanstack/react-router';
import { describeFailure } from '../failures/describe-failure.ts';
import { Button } from '../ui/button.tsx';
import { useRetryOnline } from '../ui/use-retry-online.ts';
import { StandalonePage } from './standalone-page.tsx';

interface SomethingWrongProps {
  error: unknown;
  retry: () => void;
}

/** A failure that leaves no frame to show it in. */
export function SomethingWrong({ error, retry }: SomethingWrongProps) {
  useRetryOnline(retry);
  const { title, text, detail } = describeFailure(error, navigator.onLine);
  return (
    <StandalonePage title={title} text={text} detail={detail}>
      <Button variant="primary" onClick={retry}>
        Try again
      </Button>
      <Button asChild>
        <Link to="/overview">Go to overview</Link>
      </Button>
    </StandalonePage>
  );
}
