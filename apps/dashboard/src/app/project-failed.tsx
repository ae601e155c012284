import { Link } from '@tanstack/react-router';
import { describeFailure } from '../failures/describe-failure.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';

interface ProjectFailedProps {
  name: string;
  error: Error;
  retry: () => void;
}

export function ProjectFailed({ name, error, retry }: ProjectFailedProps) {
  const { title, text, detail } = describeFailure(error, navigator.onLine);
  return (
    <ErrorState
      title={`${name} could not be loaded`}
      text={`${title}. ${text}`}
      detail={detail}
      onRetry={retry}
      action={
        <Button asChild>
          <Link to="/account">Go to account</Link>
        </Button>
      }
    />
  );
}
