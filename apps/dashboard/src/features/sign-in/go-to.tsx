import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Leads to a path that may carry a query, which the router's Navigate would take for a part of the path. */
export function GoTo({ path }: { path: string }) {
  const router = useRouter();
  useEffect(() => router.history.replace(path), [router, path]);
  return null;
}
