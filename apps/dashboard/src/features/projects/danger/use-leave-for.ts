import { useRouter } from '@tanstack/react-router';
import { readSession, useRefreshUser } from '../../../api/session.ts';
import { toast } from '../../../ui/toast-store.ts';

interface LeaveMessage {
  title: string;
  description?: string;
}

/** After a project is gone for the person: opens another one, or the welcome when there is none. */
export function useLeaveFor(): (projectId: string, message: LeaveMessage) => Promise<void> {
  const router = useRouter();
  const refreshUser = useRefreshUser();
  return async (projectId, message) => {
    const before = readSession();
    const memberships = before.status === 'signed_in' ? (before.user?.project_members ?? []) : [];
    const next = memberships.filter(({ project_id }) => project_id !== projectId).at(-1);
    // Navigate first, refresh after: the page must not load a project that is no longer there.
    router.history.push(next ? `/overview?p_id=${next.project_id}` : '/welcome');
    await refreshUser().catch(() => undefined);
    toast(message);
  };
}
