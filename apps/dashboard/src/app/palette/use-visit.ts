import { useRouter } from '@tanstack/react-router';
import { browserStorage } from '../../api/browser-storage.ts';
import { useMembership } from '../../project/current-project.tsx';
import { keepRecent, type Recent } from './recent.ts';

/** Opens an address of the project and remembers it for the palette. */
export function useVisit(): (to: Omit<Recent, 'project_id'>) => void {
  const router = useRouter();
  const project_id = useMembership()?.project_id;
  return (to) => {
    if (project_id === undefined) {
      router.history.push(to.path);
      return;
    }
    keepRecent(browserStorage, { ...to, project_id });
    const joint = to.path.includes('?') ? '&' : '?';
    router.history.push(`${to.path}${joint}p_id=${project_id}`);
  };
}
