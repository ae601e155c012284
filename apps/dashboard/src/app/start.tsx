import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api/query-client.ts';
import { loadSession } from '../api/session.ts';
import { startTracking } from '../tracking/tracking.ts';
import { router } from './routes.tsx';
import { loadTheme } from './theme.ts';

export function start(): void {
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no root element.');
  loadSession();
  loadTheme();
  startTracking(router);
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
