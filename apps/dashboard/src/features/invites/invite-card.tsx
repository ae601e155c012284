import type { Role } from '@trailmark/contract/permissions';
import { Avatar } from '../../ui/avatar.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RoleAbilities } from './role-abilities.tsx';

interface InviteCardProps {
  email: string;
  projectName: string;
  role: Role;
  invitedBy: string;
}

/** Who invites, to what, as what. */
export function InviteCard({ email, projectName, role, invitedBy }: InviteCardProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line-strong bg-panel p-4">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar size="lg" name={projectName} className="rounded-md" />
        <div className="min-w-0">
          <p className="truncate text-lg font-semibold">{projectName}</p>
          <p className="truncate text-sm text-text-2">Invited by {invitedBy}</p>
        </div>
        <Tag tone="accent" className="ml-auto capitalize">
          {role}
        </Tag>
      </div>
      <hr className="border-line" />
      <RoleAbilities role={role} />
      <p className="text-sm break-words text-text-2">For {email}</p>
    </div>
  );
}
