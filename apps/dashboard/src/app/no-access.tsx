import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PERMISSIONS, type Permission } from '@trailmark/contract/permissions';
import { Lock } from 'lucide-react';
import { useMay, useProject } from '../project/current-project.tsx';
import { membersQuery } from '../project/members-query.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { listInWords } from '../words/list-in-words.ts';
import { roleManagers } from './role-managers.ts';

/** Says which role is needed here and who can give it. */
export function NoAccess({ permission }: { permission: Permission }) {
  const project = useProject();
  const may = useMay();
  const members = useQuery({ ...membersQuery(project.project_id), enabled: may('members.see') });
  const { what, roles } = PERMISSIONS[permission];
  const managers = roleManagers(members.data ?? []);
  const ask = managers.length > 0 ? listInWords(managers, 'or') : 'an owner or admin of the project';
  return (
    <EmptyState
      role="alert"
      icon={<Lock />}
      title="Your role cannot open this page"
      text={
        <>
          “{what}” needs the role {listInWords(roles, 'or')}; your role in {project.name} is {project.role}.
          Ask {ask} to change it.
        </>
      }
      action={
        <Button asChild>
          <Link to="/overview">Go to overview</Link>
        </Button>
      }
    />
  );
}
