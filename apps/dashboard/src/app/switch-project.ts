import { useNavigate } from '@tanstack/react-router';
import { may } from '@trailmark/contract/permissions';
import type { ProjectMembership } from '@trailmark/contract/users';
import { useScreen } from './current-screen.ts';
import { isWhole } from './screens.ts';

/** Opens another project on the same screen, or on its overview where the role there is too small for it. */
export function useSwitchProject(): (membership: ProjectMembership) => void {
  const navigate = useNavigate();
  const screen = useScreen();
  return ({ project_id, role }) => {
    // An address that names something of this project leads nowhere in another one.
    const stays =
      screen?.access === 'project' && isWhole(screen) && (!screen.permission || may(role, screen.permission));
    // Other filters go along; its campaigns are not known there.
    void navigate({
      to: stays ? screen.path : '/overview',
      search: { p_id: project_id, campaign: undefined },
    });
  };
}
