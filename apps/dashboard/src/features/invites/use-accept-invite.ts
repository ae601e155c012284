import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { acceptInvite } from '@trailmark/contract/members';
import { call } from '../../api/client.ts';
import { readSession, startSession, useRefreshUser } from '../../api/session.ts';
import { toast } from '../../ui/toast-store.ts';

type Which = { token: string } | { invite_id: string };

/** Accepts an invite and opens its project, or asks a new person for the name first. */
export function useAcceptInvite(projectName: string, onAccepted?: () => void) {
  const router = useRouter();
  const refreshUser = useRefreshUser();
  return useMutation({
    mutationFn: async (which: Which) => {
      const answer = await call(acceptInvite, { body: { ...which, confirm: true } });
      if (answer.status !== 'accepted') throw new Error('The invite is still pending.');
      onAccepted?.();
      if (answer.session) startSession(answer.session);
      else await refreshUser();
      return answer;
    },
    onSuccess: ({ project_id }) => {
      toast({ title: `You joined ${projectName}` });
      const session = readSession();
      const named = session.status === 'signed_in' && Boolean(session.user?.first_name);
      router.history.replace(named ? `/overview?p_id=${project_id}` : '/welcome');
    },
  });
}
