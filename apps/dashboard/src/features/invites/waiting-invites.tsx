import type { PendingInvite } from '@trailmark/contract/users';
import { MailOpen } from 'lucide-react';
import { useUser } from '../../api/session.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useAcceptInvite } from './use-accept-invite.ts';

/** Invites that wait for the signed-in person; nothing when there are none. */
export function WaitingInvites() {
  const { invites } = useUser();
  if (invites.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title={invites.length === 1 ? 'You are invited' : `${invites.length} invites wait for you`}
        description="Join a project that exists already."
      />
      <ul>
        {invites.map((invite) => (
          <WaitingInvite key={invite.id} invite={invite} />
        ))}
      </ul>
    </Card>
  );
}

function WaitingInvite({ invite }: { invite: PendingInvite }) {
  const accept = useAcceptInvite(invite.project_name);
  const join = () =>
    accept.mutate(
      { invite_id: invite.id },
      { onError: (error) => toastFailure(`You did not join ${invite.project_name}`, error) },
    );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3">
      <MailOpen aria-hidden className="size-4 shrink-0 text-accent" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium break-words">
          {invite.project_name} <span className="font-normal text-text-2">as {invite.role}</span>
        </p>
        <p className="text-sm break-words text-text-2">
          From {invite.invited_by} · ends <RelativeTime at={invite.expires_at} />
        </p>
      </div>
      <Button variant="primary" loading={accept.isPending} onClick={join}>
        Accept<span className="sr-only"> the invite to {invite.project_name}</span>
      </Button>
    </li>
  );
}
