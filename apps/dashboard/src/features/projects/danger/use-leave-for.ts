import { useRouter } from '@tanstack/react-router';
import { readSession, useRefreshUser } from '../../../api/session.ts';
import { toast } from '../../../ui/toast-store.ts';

interface Farewell {
  title: string;
  description?: string;
}

/** After a project is gone for the person: opens another one, or the welcome when there is none. */
export function useLeaveFor(): (projectId: string, farewell: Farewell) => Promise<void> {
  const router = useRouter();
  const refreshUser = useRefreshUser();
  return async (projectId, farewell) => {
    const before = readSession();
    const memberships = before.status === 'signed_in' ? (before.user?.project_members ?? []) : [];
    const next = memberships.filter(({ project_id }) => project_id !== projectId).at(-1);
    // First away, then the news: the page must not ask for a project that is no longer there.
    router.history.push(next ? `/overview?p_id=${next.project_id}` : '/welcome');
    await refreshUser().catch(() => undefined);
    toast(farewell);
  };
}
