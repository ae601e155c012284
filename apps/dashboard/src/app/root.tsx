import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Toaster } from '../ui/toast.tsx';
import { useScreen } from './current-screen.ts';

function useDocumentTitle(): string | undefined {
  const title = useScreen()?.title;
  useEffect(() => {
    if (title) document.title = `${title} · Trailmark`;
  }, [title]);
  return title;
}

export function Root() {
  const title = useDocumentTitle();
  return (
    <>
      <Outlet />
      {/* A page that changes without loading says its name to screen readers itself. */}
      <p role="status" className="sr-only">
        {title}
      </p>
      <Toaster />
    </>
  );
}
