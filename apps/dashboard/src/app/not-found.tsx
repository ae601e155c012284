import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { StandalonePage } from './standalone-page.tsx';

export function NotFound() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    document.title = 'Not found · Trailmark';
  }, []);
  return (
    <StandalonePage
      title="Page not found"
      text="The link may be old or mistyped."
      detail={path.length > 60 ? `${path.slice(0, 60)}…` : path}
    >
      <Button variant="primary" asChild>
        <Link to="/overview">Go to overview</Link>
      </Button>
    </StandalonePage>
  );
}
