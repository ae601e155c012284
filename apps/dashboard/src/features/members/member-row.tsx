import { Link } from '@tanstack/react-router';
import type { Member } from '@trailmark/contract/members';
import { mayChangeMember } from '@trailmark/contract/permissions';
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useProject } from '../../project/current-project.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { personName } from '../../words/person-name.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RoleSelect } from './role-select.tsx';

interface MemberRowProps {
  member: Member;
  isMe: boolean;
  isLastOwner: boolean;
  timezone: string;
}

export function MemberRow({ member, isMe, isLastOwner, timezone }: MemberRowProps) {
  const { role: myRole } = useProject();
  const [removing, setRemoving] = useState(false);
  const changeable = mayChangeMember(myRole, member.role) && !isLastOwner;
  const name = personName(member);
  return (
    <TableRow>
      <TableCell className="py-2">
        <div className="flex items-center gap-2.5">
          <Avatar size="md" name={name} />
          <div className="min-w-0">
            <p className="flex items-center gap-1.5 font-medium">
              {name}
              {isMe && <Tag>You</Tag>}
            </p>
            {name !== member.email && <p className="text-sm text-text-2">{member.email}</p>}
          </div>
        </div>
      </TableCell>
      <TableCell>
        {changeable ? (
          <RoleSelect member={member} isMe={isMe} />
        ) : (
          <span className="capitalize">{member.role}</span>
        )}
      </TableCell>
      <TableCell className="text-text-2">
        <RelativeTime at={member.joined_at} timeZone={timezone} />
      </TableCell>
      <TableCell className="text-text-2">
        {member.last_seen_at ? <RelativeTime at={member.last_seen_at} timeZone={timezone} /> : 'never'}
      </TableCell>
      <TableCell className="text-right">
        {isMe && !isLastOwner && (
          <Button variant="quiet" size="sm" asChild>
            <Link to="/settings/danger">Leave</Link>
          </Button>
        )}
        {!isMe && changeable && (
          <IconButton size="sm" label={`Remove ${name}`} side="left" onClick={() => setRemoving(true)}>
            <UserMinus aria-hidden />
          </IconButton>
        )}
        <RemoveMemberDialog member={member} open={removing} onOpenChange={setRemoving} />
      </TableCell>
    </TableRow>
  );
}
