import { useNavigate } from '@tanstack/react-router';
import { browserStorage } from '../../api/browser-storage.ts';
import { useMembership } from '../../project/current-project.tsx';
import { keepRecent, type Recent } from './recent.ts';

/** Opens an address of the project, with what the router retains, and remembers it for the palette. */
export function useVisit(): (to: Omit<Recent, 'project_id'>) => void {
  const navigate = useNavigate();
  const project_id = useMembership()?.project_id;
  return (to) => {
    if (project_id !== undefined) keepRecent(browserStorage, { ...to, project_id });
    void navigate({ href: to.path });
  };
}
