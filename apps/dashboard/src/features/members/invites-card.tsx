import type { UseQueryResult } from '@tanstack/react-query';
import type { Invite } from '@trailmark/contract/members';
import { Mail } from 'lucide-react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { InviteRow } from './invite-row.tsx';

interface InvitesCardProps {
  query: UseQueryResult<Invite[]>;
  mayEdit: boolean;
  onInvite: () => void;
}

/** Who is invited and has not accepted yet? */
export function InvitesCard({ query, mayEdit, onInvite }: InvitesCardProps) {
  return (
    <Card aria-busy={query.isPending}>
      <CardHeader title="Pending invites" description="An invite stays valid while the person signs up." />
      <InvitesBody query={query} mayEdit={mayEdit} onInvite={onInvite} />
    </Card>
  );
}

function InvitesBody({ query, mayEdit, onInvite }: InvitesCardProps) {
  if (query.isLoadingError) return <LoadFailed what="the invites" query={query} />;
  if (query.data?.length === 0) {
    return (
      <EmptyState
        icon={<Mail />}
        title="No invite is waiting"
        text="Invites that were sent and not accepted yet will be listed here."
        action={mayEdit && <Button onClick={onInvite}>Invite people</Button>}
        className="py-8"
      />
    );
  }
  return (
    <ListTable
      label="Pending invites"
      columns={['Address', 'Role', 'Invited by', 'Sent', 'Ends']}
      rows={query.data}
      expected={2}
    >
      {(invite) => <InviteRow key={invite.id} invite={invite} mayEdit={mayEdit} />}
    </ListTable>
  );
}
